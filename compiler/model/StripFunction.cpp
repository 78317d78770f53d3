//===- StripFunction.cpp - a function's word that it runs strips of a loop ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/StripFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

static constexpr const char *Strips = "tactus-strips";
static constexpr const char *LentStrips = "tactus-lent-strips";
static constexpr const char *RunsTasks = "tactus-runs-tasks";

/// What calls a marker gets its attribute.
static bool mark(Module &module, StringRef markerName, StringRef attribute) {
  Function *marker = module.getFunction(markerName);
  if (!marker)
    return false;
  for (User *user : make_early_inc_range(marker->users()))
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == marker) {
      call->getFunction()->addFnAttr(attribute);
      call->eraseFromParent();
    }
  if (marker->use_empty())
    marker->eraseFromParent();
  return true;
}

bool markStripFunctions(Module &module) {
  bool changed = mark(module, "__tactus_strips", Strips);
  changed |= mark(module, "__tactus_lent_strips", LentStrips);
  changed |= mark(module, "__tactus_runs_tasks", RunsTasks);
  return changed;
}

bool runsStrips(const Function &function) { return function.hasFnAttribute(Strips); }

std::optional<unsigned> argumentOfLentStrips(const Function &function) {
  if (function.hasFnAttribute(LentStrips))
    return 0;
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

bool runsTasks(const Function &function) { return function.hasFnAttribute(RunsTasks); }

} // namespace tactus
