//===- ReductionItems.h - the list of what tasks reduce into -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang fills in a variable of type kmp_taskred_input_t[n], field by field, and hands it to libomp:
//
//   items[0].shared = &sum; .original = &sum; .bytes = 8; .init = @red_init; .destroy = null; .combine = @red_comb
//   __kmpc_taskred_init(thread, n, items)
//   __kmpc_taskred_modifier_init(ident, thread, is_worksharing, n, items)
//
// Of an array section whose length is a constant, clang 19 says the size of one element (its functions go over all of
// them). libomp gives each copy some cache lines for itself, so short sections work there by luck.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_TASKS_REDUCTIONITEMS_H
#define TACTUS_COMPILER_RAISE_TASKS_REDUCTIONITEMS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// A store that sets a field of one of the items.
struct ItemField {
  llvm::StoreInst *store;
  uint64_t item;
  /// Its offset in the item.
  uint64_t field;

  /// Is it one of the functions that clang makes for the item?
  bool isFunction() const;
};

llvm::SmallVector<ItemField, 16> fieldsOf(llvm::AllocaInst &items);

/// Gives items the size of all elements that their functions go over.
bool completeReductionSizes(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_TASKS_REDUCTIONITEMS_H
