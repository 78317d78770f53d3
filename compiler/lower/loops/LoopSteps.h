//===- LoopSteps.h - what the lowerings of all kinds of loops have in common -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One loop while it is lowered: its bounds and blocks, and the code of single steps, which LoopLowering puts together.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_LOOPSTEPS_H
#define TACTUS_COMPILER_LOWER_LOOPS_LOOPSTEPS_H

#include "abi/loops.h"
#include "lower/loops/Slice.h"
#include "llvm/IR/IRBuilder.h"

namespace tactus {

/// Words of a LoopSlot, by their position.
using SlotWord = abi::LoopSlotFields;

class LoopSteps {
public:
  LoopSteps(Slice &slice, llvm::MDNode *runtimeMemory)
      : slice(slice), runtimeMemory(runtimeMemory), loop(*slice.loop), function(*slice.function),
        module(*function.getParent()), context(module.getContext()), word(llvm::Type::getInt64Ty(context)),
        builder(context), location(loop.init->getDebugLoc()) {}

  Slice &slice;
  llvm::MDNode *runtimeMemory;
  const ParallelLoop &loop;
  llvm::Function &function;
  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::Type *word;
  llvm::IRBuilder<> builder;
  llvm::DebugLoc location;
  /// The trip count, the first iteration of this slice, and its exclusive bound.
  llvm::Value *tripCount = nullptr;
  llvm::Value *sliceBegin = nullptr;
  llvm::Value *sliceEnd = nullptr;
  /// The loop's successor, where `iv` is final.
  llvm::BasicBlock *done = nullptr;

  void at(llvm::BasicBlock *block) {
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(location);
  }
  void before(llvm::Instruction *instruction) {
    builder.SetInsertPoint(instruction);
    builder.SetCurrentDebugLocation(location);
  }
  llvm::BasicBlock *createBlock() { return llvm::BasicBlock::Create(context, "", &function); }
  llvm::AllocaInst *createVariable(llvm::Type *type);
  void branchUnlikely(llvm::Value *condition, llvm::BasicBlock *cold, llvm::BasicBlock *hot);

  llvm::Value *narrow(llvm::Value *value) { return builder.CreateTrunc(value, loop.iterationType); }
  llvm::Value *currentIteration() {
    return builder.CreateZExt(builder.CreateLoad(loop.iterationType, loop.iteration), word);
  }

  llvm::Value *slotWord(unsigned index) { return builder.CreateConstInBoundsGEP1_64(word, slice.slot, index); }
  llvm::Value *loadBound() { return builder.CreateLoad(word, slotWord(SlotWord::end), /*isVolatile=*/true); }
  llvm::Value *loadJoin() {
    return builder.CreateLoad(builder.getPtrTy(), slotWord(SlotWord::join), /*isVolatile=*/true);
  }
  void storeSlot();

  llvm::Value *loadCredit() { return markAsOurs(builder.CreateLoad(word, creditAddress())); }
  void storeCredit(llvm::Value *credit) { markAsOurs(builder.CreateStore(credit, creditAddress())); }
  llvm::Value *loadWeight() { return loadWeight(*slice.descriptor); }
  llvm::Value *loadWeight(llvm::GlobalVariable &descriptor);
  /// Polls, and returns the new credit. `latent` is the bundle: the loop's triple, or nothing.
  llvm::Value *poll(llvm::ArrayRef<llvm::Value *> latent);
  /// Takes one iteration of a leaf loop, which is left out here, from the credit, and polls if that is used up.
  void chargeOnce(llvm::Instruction *place, llvm::GlobalVariable &descriptor, llvm::ArrayRef<llvm::Value *> latent);
  /// Has the loop's header go to `block` before each iteration. Returns the body, where that is to go on.
  llvm::BasicBlock *putBeforeBody(llvm::BasicBlock *block);

  /// Waits for the loop's tasks and takes in their results.
  void join();

private:
  llvm::Value *creditAddress();
  /// For an access to memory that the program cannot name: stores of the program leave it alone, and its loads keep
  /// their values across ours.
  llvm::Instruction *markAsOurs(llvm::Instruction *access);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_LOOPSTEPS_H
