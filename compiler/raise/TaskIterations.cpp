//===- TaskIterations.cpp - loops whose iterations create tasks ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/TaskIterations.h"
#include "analysis/ThreadIdentity.h"
#include "raise/Recognition.h"
#include "raise/RuntimeCalls.h"
#include "raise/TaskRecognition.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace tactus {

/// The block that counts, behind the body: the only one that branches back to the header.
static BasicBlock *latchOf(const ParallelLoop &loop) {
  BasicBlock *latch = nullptr;
  for (BasicBlock *block : predecessors(loop.header))
    if (loop.body.contains(block)) {
      if (latch)
        return nullptr;
      latch = block;
    }
  bool counts = latch && any_of(*latch, [&](Instruction &instruction) {
                  auto *store = dyn_cast<StoreInst>(&instruction);
                  return store && store->getPointerOperand() == loop.iteration;
                });
  return counts ? latch : nullptr;
}

/// What an iteration executes, its first block first, with the blocks that only it reaches and that end the program.
static SmallVector<BasicBlock *, 16> blocksOfIteration(const ParallelLoop &loop, BasicBlock *latch) {
  BasicBlock *first = cast<BranchInst>(loop.header->getTerminator())->getSuccessor(0);
  SetVector<BasicBlock *> blocks;
  blocks.insert(first);
  for (BasicBlock &block : *loop.microtask)
    if (loop.body.contains(&block) && &block != loop.header && &block != latch)
      blocks.insert(&block);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (next != latch && next != loop.header && !blocks.contains(next) &&
          all_of(predecessors(next), [&](BasicBlock *from) { return blocks.contains(from); }))
        blocks.insert(next);
  return {blocks.begin(), blocks.end()};
}

/// The number that the region's thread has is not that of the thread that runs what follows a task.
static void askThreadNumberAnew(ArrayRef<BasicBlock *> blocks) {
  FunctionCallee query;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : make_early_inc_range(*block)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || !calleeName(*call).starts_with("__kmpc_"))
        continue;
      for (Use &operand : call->args()) {
        auto *load = dyn_cast<LoadInst>(operand);
        if (!load || load->getPointerOperand() != block->getParent()->getArg(0))
          continue;
        IRBuilder<> builder(call);
        query = block->getModule()->getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(),
                                                        builder.getPtrTy());
        operand.set(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
      }
    }
}

static bool outline(const ParallelLoop &loop) {
  BasicBlock *latch = latchOf(loop);
  if (!latch || latch == loop.header)
    return false;
  SmallVector<BasicBlock *, 16> blocks = blocksOfIteration(loop, latch);
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (isCallTo(instruction, "__kmpc_fork_call")) // whose surroundings the loop passes look at
        return false;
  Function &microtask = *loop.microtask;
  CodeExtractor extractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                          /*AllowAlloca=*/true);
  if (!extractor.isEligible())
    return false;
  askThreadNumberAnew(blocks);
  CodeExtractorAnalysisCache cache(microtask);
  Function *iteration = extractor.extractCodeRegion(cache);
  if (!iteration)
    return false;
  // Names with ".omp_outlined" are microtasks' and have a thread number first.
  iteration->setName("tactus.iteration");
  return true;
}

bool outlineTaskIterations(Module &module, const SmallPtrSetImpl<Function *> &regions) {
  auto loops = recogniseParallelLoops(module, TasksInLoops::Listed);
  if (none_of(loops, [](auto &loop) { return loop->isConverted() && !loop->taskCalls.empty(); }))
    return false;
  refuseThreadDependentLoops(loops);
  bool changed = false;
  for (auto &tasks : recogniseTasks(module, regions))
    for (auto &loop : loops)
      if (loop->isConverted() && loop->microtask == tasks->function && !tasks->tasks.empty() &&
          tasks->reason == reasonText(Reason::TasksOfRegion) && loop->serialCalls.empty() && !loop->pushNumThreads)
        changed |= outline(*loop);
  return changed;
}

} // namespace tactus
