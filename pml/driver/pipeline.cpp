//===- pipeline.cpp - from a typed program to the PCall IR -----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pipeline.h"

#include "pml/ir/check.h"
#include "pml/ir/print.h"
#include "pml/lower/lower.h"
#include "pml/specialise/specialise.h"

namespace tactus::pml {

std::string textOfStage(Project &project, const ElaborationOptions &options, const std::string &stage) {
  core::Program program;
  specialise(project.program(), options, program);
  if (stage == "core")
    return show(program);
  ir::Program lowered;
  lower(program, project.sources(), lowered);
  std::string problems;
  for (const std::string &problem : ir::check(lowered))
    problems += "; " + problem + "\n";
  return problems + ir::print(lowered);
}

} // namespace tactus::pml
