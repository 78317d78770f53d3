//===- StartFunctions.cpp - start functions run wherever their list is printed ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/versions/StartFunctions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

/// The list without what its entries of ours go with, each of them once. Null if it has none of ours.
static Constant *freeEntries(const ConstantArray &list) {
  constexpr unsigned Function = 1, GoesWith = 2;
  SmallVector<Constant *, 8> entries;
  SmallPtrSet<const Value *, 8> seen;
  for (const Use &use : list.operands()) {
    auto *entry = cast<ConstantStruct>(use.get());
    const Value *function = entry->getOperand(Function)->stripPointerCasts();
    if (function != entry->getOperand(GoesWith)->stripPointerCasts() || !function->getName().starts_with("tactus."))
      entries.push_back(entry);
    else if (seen.insert(function).second)
      entries.push_back(
          ConstantStruct::get(entry->getType(), {entry->getOperand(0), entry->getOperand(Function),
                                                 Constant::getNullValue(entry->getOperand(GoesWith)->getType())}));
  }
  return seen.empty() ? nullptr
                      : ConstantArray::get(ArrayType::get(list.getType()->getElementType(), entries.size()), entries);
}

PreservedAnalyses StartFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors"}) {
    GlobalVariable *variable = module.getNamedGlobal(name);
    auto *list = variable && variable->hasInitializer() ? dyn_cast<ConstantArray>(variable->getInitializer()) : nullptr;
    Constant *freed = list ? freeEntries(*list) : nullptr;
    if (!freed)
      continue;
    auto *replacement = new GlobalVariable(module, freed->getType(), false, GlobalValue::AppendingLinkage, freed);
    replacement->takeName(variable);
    variable->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace tactus
