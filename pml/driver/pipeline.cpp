//===- pipeline.cpp - from a typed program to the PCall IR ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pipeline.h"

#include "pml/core/check.h"
#include "pml/ir/passes.h"
#include "pml/lower/lower.h"
#include "pml/simplify/simplify.h"
#include "pml/source/internal_error.h"
#include "pml/specialise/specialise.h"

namespace tactus::pml {

std::string compile(Project &project, const PipelineOptions &options, ir::Program &target) {
  core::Program program;
  program.libraryFiles = project.libraryFiles();
  specialise(project.program(), options.elaboration, program);
  if (options.stage == "core")
    return show(program);
  auto checkCore = [&](const char *pass) {
    if (options.checks)
      for (const std::string &problem : core::check(program))
        throw InternalError{{}, std::string("the pass ") + pass + " has made an ill-formed core program: " + problem};
  };
  checkCore("specialise");
  simplify(program, checkCore);
  if (options.stage == "simple")
    return show(program);
  lower(program, project.sources(), target);
  auto checkIr = [&](const char *pass) {
    if (options.checks)
      ir::expectWellFormed(target, pass);
  };
  checkIr("lower");
  ir::run(ir::passesOfAll(), target, checkIr);
  return "";
}

} // namespace tactus::pml
