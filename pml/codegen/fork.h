//===- fork.h - pcalls -----------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     pcall @f(x) -> (^seq, ^sync, ^spwn)            ^spwn: @g(y)
//
//   credit -= weight; used up? ──► poll ── promoted at once? ──► call f ──┐
//        │                           │ no                                 │
//        └──────────► hot ◄──────────┘                                    ▼
//                invoke f with y in a bundle ── through a stub ──► sync: join the task, take its results
//                     │ as usual
//                     ▼
//                    seq
//
// The fork of docs/pcall.md. A promoted call returns to the landing pad, which nothing else reaches: exceptions of ours
// are no exceptions of the machine's. Stack maps come from LLVM's statepoints, whose landing pads have no values; so
// the record is asked for (tactus_fork_returned).
//
// The environment y, pointers first, and the result area (the task's heap, the exception, objects, where it was raised,
// numbers) are
// found by the collector through the frame: behind the stub, or in the thread's list of PromotedForks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_FORK_H
#define TACTUS_PML_CODEGEN_FORK_H

#include "pml/codegen/function.h"

namespace tactus::pml::codegen {

class ForkBuilder {
public:
  ForkBuilder(FunctionBuilder &parent, const ir::Transfer &transfer);

  void run();

private:
  FunctionBuilder &parent;
  const ir::Transfer &transfer;
  ModuleBuilder &module;
  llvm::IRBuilder<> &builder;
  const ir::Block &spwn, &sync;
  uint32_t first, second;
  /// Of f, in registers, and of g.
  FunctionBuilder::Values arguments, secondArguments;
  /// What a task needs of them: pointers first, each by its position in secondArguments.
  llvm::SmallVector<unsigned, 8> captured;
  unsigned capturedPointers = 0;
  llvm::GlobalVariable *descriptor = nullptr;
  llvm::BasicBlock *hot = nullptr, *poll = nullptr, *cold = nullptr;
  llvm::AllocaInst *node = nullptr;
  /// The record, in the sync block.
  llvm::PHINode *record = nullptr;

  struct ResultArea {
    /// Of each result, in bytes.
    llvm::SmallVector<uint64_t, 4> offsets;
    uint64_t pointers = 0, placeOffset = 0, bytes = 0;
  };

  ResultArea resultArea() const;
  void chooseCaptured();
  llvm::SmallVector<llvm::Value *, 8> environment();
  llvm::Function *createTask(const ResultArea &area);
  llvm::Function *createPollFunction(llvm::ArrayRef<llvm::Value *> words);
  void emitPoll();
  void emitCold();
  void emitHot();
  void emitSync(const ResultArea &area);
  void enterSync(llvm::ArrayRef<llvm::Value *> results, llvm::Value *found);
  FunctionBuilder::Values resultsFromRecord(llvm::Value *found);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_FORK_H
