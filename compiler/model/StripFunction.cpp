//===- StripFunction.cpp - a function's word that it runs strips of a loop ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/StripFunction.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace tactus {

static constexpr const char *Strips = "tactus-strips";
static constexpr const char *LentStrips = "tactus-lent-strips";
static constexpr const char *RunsTasks = "tactus-runs-tasks";

bool runsStrips(const Function &function) { return function.hasFnAttribute(Strips); }

std::optional<unsigned> argumentOfLentStrips(const Function &function) {
  // The optimiser removes arguments.
  for (const Argument &argument : function.args())
    if (function.getAttributes().hasParamAttr(argument.getArgNo(), LentStrips))
      return argument.getArgNo();
  return {};
}

void markStrips(Function &function, std::optional<unsigned> lentArgument) {
  function.addFnAttr(Strips);
  if (lentArgument)
    function.addParamAttr(*lentArgument, Attribute::get(function.getContext(), LentStrips));
}

void markTasks(Function &function) { function.addFnAttr(RunsTasks); }

bool runsTasks(const Function &function) { return function.hasFnAttribute(RunsTasks); }

} // namespace tactus
