//===- StripEntry.cpp - a leaf loop with its check at the end --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/StripEntry.h"
#include "lower/loops/Odometer.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// Moves the loop's properties to where its back edge is now.
static void moveProperties(BasicBlock *header, BranchInst *check) {
  for (BasicBlock *latch : predecessors(header))
    if (MDNode *properties = latch->getTerminator()->getMetadata(LLVMContext::MD_loop)) {
      latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
      check->setMetadata(LLVMContext::MD_loop, properties);
    }
}

StripEntry enterWithoutCheck(const ParallelLoop &loop, Function &function, const DebugLoc &location, bool copiesRows) {
  IRBuilder<> start(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *end = start.CreateAlloca(loop.iterationType);
  BasicBlock *strip = BasicBlock::Create(function.getContext(), "", &function);
  auto *branch = cast<BranchInst>(loop.header->getTerminator());
  auto *check = cast<Instruction>(branch->getCondition());
  IRBuilder<> builder(branch);
  builder.SetCurrentDebugLocation(location);
  branch->setCondition(builder.CreateICmpNE(builder.CreateLoad(loop.iterationType, loop.iteration),
                                            builder.CreateLoad(loop.iterationType, end)));
  check->eraseFromParent();
  builder.SetInsertPoint(strip);
  builder.CreateBr(branch->getSuccessor(0));
  moveProperties(loop.header, branch);
  if (loop.pieceEnd) {
    builder.SetInsertPoint(loop.pieceEnd);
    loop.pieceEnd->replaceAllUsesWith(
        builder.CreateSub(builder.CreateLoad(loop.iterationType, end), ConstantInt::get(loop.iterationType, 1)));
    loop.pieceEnd->eraseFromParent();
  }
  stepCounters(loop, strip, end, copiesRows);
  return {strip, end};
}

} // namespace tactus
