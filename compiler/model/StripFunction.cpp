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

static constexpr const char *MarkerName = "__tactus_strips";
static constexpr const char *AttributeName = "tactus-strips";

bool markStripFunctions(Module &module) {
  Function *marker = module.getFunction(MarkerName);
  if (!marker)
    return false;
  for (User *user : make_early_inc_range(marker->users()))
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == marker) {
      call->getFunction()->addFnAttr(AttributeName);
      call->eraseFromParent();
    }
  if (marker->use_empty())
    marker->eraseFromParent();
  return true;
}

bool runsStrips(const Function &function) { return function.hasFnAttribute(AttributeName); }

} // namespace tactus
