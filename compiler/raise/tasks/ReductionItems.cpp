//===- ReductionItems.cpp - the list of what tasks reduce into -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/ReductionItems.h"
#include "abi/openmp.h"
#include "analysis/Regrouping.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include <algorithm>
#include <cstddef>
#include <map>

using namespace llvm;

namespace tactus {

using Item = abi::TaskReductionItem;

bool ItemField::isFunction() const {
  return field == offsetof(Item, init) || field == offsetof(Item, destroy) || field == offsetof(Item, combine);
}

SmallVector<ItemField, 16> fieldsOf(AllocaInst &items) {
  SmallVector<ItemField, 16> fields;
  const DataLayout &layout = items.getDataLayout();
  SmallVector<Value *, 8> worklist{&items};
  while (!worklist.empty()) {
    Value *place = worklist.pop_back_val();
    for (User *user : place->users()) {
      if (isa<GetElementPtrInst>(user))
        worklist.push_back(user);
      auto *store = dyn_cast<StoreInst>(user);
      APInt offset(64, 0);
      if (store && store->getPointerOperand() == place &&
          place->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true) == &items)
        fields.push_back({store, offset.getZExtValue() / sizeof(Item), offset.getZExtValue() % sizeof(Item)});
    }
  }
  return fields;
}

/// How far from its arguments a function of clang's goes: it forms the address of the end of an array of constant
/// length with one index, as that of the next element.
static uint64_t extentOf(Function &function) {
  uint64_t extent = 0;
  for (Instruction &instruction : instructions(function))
    if (auto *end = dyn_cast<GetElementPtrInst>(&instruction); end && end->getNumIndices() == 1)
      if (auto *count = dyn_cast<ConstantInt>(end->getOperand(1)); count && !count->isNegative())
        extent = std::max(extent,
                          count->getZExtValue() *
                              function.getDataLayout().getTypeAllocSize(end->getSourceElementType()).getFixedValue());
  return extent;
}

static void reportBits(const CallBase &call, AllocaInst &items) {
  if (compilesReproducibly() && any_of(fieldsOf(items), [](const ItemField &each) {
        return each.field == offsetof(Item, combine) && combinesFloatingPoint(*each.store->getValueOperand());
      }))
    reportDependentReduction(call, "tasks reduce as they are promoted");
}

static bool completeSizes(AllocaInst &items) {
  std::map<uint64_t, uint64_t> extents;
  SmallVector<ItemField, 16> fields = fieldsOf(items);
  for (const ItemField &each : fields)
    if (each.field == offsetof(Item, combine))
      if (auto *function = dyn_cast<Function>(each.store->getValueOperand()); function && !function->isDeclaration())
        extents[each.item] = std::max(extents[each.item], extentOf(*function));
  bool changed = false;
  for (const ItemField &each : fields) {
    auto *bytes = each.field == offsetof(Item, bytes) ? dyn_cast<ConstantInt>(each.store->getValueOperand()) : nullptr;
    if (!bytes || bytes->getZExtValue() >= extents[each.item])
      continue;
    each.store->setOperand(0, ConstantInt::get(bytes->getType(), extents[each.item]));
    changed = true;
  }
  return changed;
}

bool completeReductionSizes(Module &module) {
  bool changed = false;
  for (const char *name : {"__kmpc_taskred_init", "__kmpc_taskred_modifier_init"})
    if (Function *init = module.getFunction(name))
      for (User *user : init->users())
        if (auto *call = dyn_cast<CallBase>(user); call && calleeName(*call) == name)
          if (auto *items = dyn_cast<AllocaInst>(call->getArgOperand(call->arg_size() - 1)->stripPointerCasts())) {
            reportBits(*call, *items);
            changed |= completeSizes(*items);
          }
  return changed;
}

} // namespace tactus
