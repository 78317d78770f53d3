//===- BlockSet.h - blocks of a loop or a region ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_BLOCKSET_H
#define TACTUS_COMPILER_MODEL_BLOCKSET_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/BasicBlock.h"

namespace tactus {

/// Blocks in the order in which they were inserted. Code is made from them one after the other, and must not depend on
/// their addresses: the same source gives the same object.
class BlockSet {
public:
  /// False if it is there already.
  bool insert(llvm::BasicBlock *block) { return blocks.insert(block); }
  bool contains(const llvm::BasicBlock *block) const { return blocks.contains(const_cast<llvm::BasicBlock *>(block)); }
  auto begin() const { return blocks.begin(); }
  auto end() const { return blocks.end(); }

private:
  llvm::SmallSetVector<llvm::BasicBlock *, 16> blocks;
};

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_BLOCKSET_H
