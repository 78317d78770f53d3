//===- RegionShape.h - the constructs of a parallel region ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region's microtask, as clang writes it, with the constructs that bind to the region:
//
//   loops       worksharing loops and `sections` (which are a loop over a switch): the blocks from where clang sets up
//               the loop's bounds to where the last of the construct's clauses is done
//   roles       single, master, masked: the blocks that only the chosen thread enters
//   barriers, copyprivate
//
// All other instructions are *redundant code*: every thread of the team executes them.
//
// Where a loop begins and ends is not marked. It begins with the store to its lower bound, which is the first thing
// that clang writes for it, or with the question whether there are iterations before that; it ends behind the last of
// `fini`, the reduction and the copies of lastprivate and linear.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_REGIONSHAPE_H
#define TACTUS_COMPILER_MODEL_REGIONSHAPE_H

#include "model/BlockSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

/// A part of the region with one block where it is entered and one behind it.
struct RegionPart {
  /// Of a loop, the call that asks for bounds; of a role, the one that chooses the thread.
  llvm::CallInst *call = nullptr;
  llvm::BasicBlock *entry = nullptr;
  /// The first block behind; not a part of it.
  llvm::BasicBlock *exit = nullptr;
  BlockSet blocks;
};

struct RegionShape {
  llvm::Function *function = nullptr;
  llvm::SmallVector<RegionPart, 4> loops;
  llvm::SmallVector<RegionPart, 2> roles;
  llvm::SmallVector<llvm::CallInst *, 2> roleEnds;
  llvm::SmallVector<llvm::CallInst *, 4> barriers;
  llvm::SmallVector<llvm::CallInst *, 1> copyprivates;

  /// The loop or role that the block belongs to; null for redundant code.
  const RegionPart *partOf(const llvm::BasicBlock *block) const;
  bool isLoop(const RegionPart *part) const { return part >= loops.begin() && part < loops.end(); }
};

/// Does a call of the function ask for a worksharing loop's bounds?
bool hasWorksharingLoop(const llvm::Function &function);

/// Finds the blocks that only the thread enters which the call chooses: single, master or masked. False if they are not
/// in clang's shape, or if the call may choose another thread than the first one by its number: it is not there in each
/// team.
bool findRole(llvm::CallInst &call, const llvm::DominatorTree &dominators, RegionPart &role);

/// Finds the constructs of a region's microtask, and splits blocks so that each part has its own. Returns the
/// instruction whose construct is not understood, null if all of them are.
llvm::Instruction *findRegionShape(llvm::Function &microtask, RegionShape &shape);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_REGIONSHAPE_H
