//===- pipeline.cpp - from a typed program to the PCall IR ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pipeline.h"

#include "pml/core/check.h"
#include "pml/ir/check.h"
#include "pml/ir/rebuilt.h"
#include "pml/ir/split_main.h"
#include "pml/lower/lower.h"
#include "pml/simplify/simplify.h"
#include "pml/source/limits.h"
#include "pml/specialise/specialise.h"

namespace tactus::pml {

/// The longest parts of a program's body, in statements (decision 54).
static constexpr uint32_t PartLength = 200;

std::string compile(Project &project, const PipelineOptions &options, ir::Program &target) {
  core::Program program;
  specialise(project.program(), options.elaboration, program);
  if (options.stage == "core")
    return show(program);
  auto checkCore = [&](const char *pass) {
    if (options.checks)
      for (const std::string &problem : core::check(program))
        throw LimitReached{{},
                           std::string("the pass ") + pass + " has made a core program that is ill-formed: " + problem};
  };
  checkCore("specialise");
  simplify(program, checkCore);
  if (options.stage == "simple")
    return show(program);
  lower(program, project.sources(), target);
  ir::useRebuilt(target);
  ir::splitMain(target, PartLength);
  if (options.checks)
    for (const std::string &problem : ir::check(target))
      throw LimitReached{{}, "the compiler has made a program that is ill-formed: " + problem};
  return "";
}

} // namespace tactus::pml
