//===- HeaderLoops.h - loops of the header become those of a pragma -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// <tactus/tactus.hpp> writes a function that is a slice already, with a plain loop behind a mark
// (tactus/detail/canonical_loop.hpp):
//
//   run(begin, end, kind, state, where):
//     first = begin; last = end - 1
//     mayBeSplit = __tactus_loop(descriptor, slot, &first, &last, ...)      ParallelLoop::init
//     index = first
//   header:
//     if (index <= last) body else exit
//   exit: if (mayBeSplit && slot.join) join
//
// It is lowered with the loops of OpenMP. What the function does itself with its slot stays: it describes it, joins
// its tasks, and cancels them where an iteration throws.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_HEADERLOOPS_H
#define TACTUS_COMPILER_RAISE_HEADER_HEADERLOOPS_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <memory>
#include <vector>

namespace tactus {

/// A loop behind its mark.
struct HeaderLoop {
  /// Arguments of the mark, and of the function around it.
  enum MarkOperand { Site, Slot, First, Last, KindBytes, StateBytes, Iteration, InPieces };
  enum SliceArgument { Begin, End, Kind, State, IsTask };
  /// The bytes of what cannot be copied.
  static constexpr uint64_t NotCopied = ~uint64_t{0};

  llvm::CallInst *mark;
  std::unique_ptr<ParallelLoop> loop;
  /// Where the function has two loops, the one that takes the other's place if that is a leaf; else null.
  std::unique_ptr<ParallelLoop> pieces;

  bool hasPieces() const { return !llvm::isa<llvm::ConstantPointerNull>(mark->getArgOperand(InPieces)); }
  uint64_t bytesOf(MarkOperand operand) const {
    return llvm::cast<llvm::ConstantInt>(mark->getArgOperand(operand))->getZExtValue();
  }
  llvm::GlobalVariable *descriptor() const {
    return llvm::cast<llvm::GlobalVariable>(mark->getArgOperand(Site)->stripPointerCasts());
  }
};

bool hasHeaderLoops(const llvm::Module &module);

/// Puts into each loop what its iterations always inline, and says of its function what is known of it.
void raiseHeaderLoops(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

/// The loops of the module, when they have been raised, with what their marks say (model/RegionMarks.h).
std::vector<HeaderLoop> recogniseHeaderLoops(llvm::Module &module);

/// When all are lowered.
void eraseHeaderLoopMark(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_HEADERLOOPS_H
