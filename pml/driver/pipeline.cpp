//===- pipeline.cpp - from a typed program to the PCall IR -----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pipeline.h"

#include "pml/specialise/specialise.h"

namespace tactus::pml {

std::string textOfStage(Project &project, const ElaborationOptions &options, const std::string &stage) {
  core::Program program;
  specialise(project.program(), options, program);
  if (stage == "core")
    return show(program);
  return "";
}

} // namespace tactus::pml
