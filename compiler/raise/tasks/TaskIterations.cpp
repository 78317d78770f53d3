//===- TaskIterations.cpp - loops whose iterations create tasks ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskIterations.h"
#include "analysis/ThreadIdentity.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Recognition.h"
#include "raise/tasks/TaskRecognition.h"
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
static void askThreadNumberAnew(Function &microtask, ArrayRef<BasicBlock *> blocks) {
  FunctionCallee query =
      microtask.getParent()->getOrInsertFunction("__kmpc_global_thread_num", Type::getInt32Ty(microtask.getContext()),
                                                 PointerType::get(microtask.getContext(), 0));
  for (User *user : make_early_inc_range(microtask.getArg(0)->users())) {
    auto *load = dyn_cast<LoadInst>(user);
    if (!load)
      continue;
    // clang may have it loaded before the loop.
    for (Use &use : make_early_inc_range(load->uses())) {
      auto *where = cast<Instruction>(use.getUser());
      if (!is_contained(blocks, where->getParent()))
        continue;
      IRBuilder<> builder(where);
      use.set(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
    }
    if (load->use_empty())
      load->eraseFromParent();
  }
}

bool outlineIteration(const ParallelLoop &loop) {
  BasicBlock *latch = latchOf(loop);
  if (!latch || latch == loop.header)
    return false;
  SmallVector<BasicBlock *, 16> blocks = blocksOfIteration(loop, latch);
  Function &microtask = *loop.microtask;
  CodeExtractor extractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                          /*AllowAlloca=*/true);
  if (!extractor.isEligible())
    return false;
  askThreadNumberAnew(microtask, blocks);
  CodeExtractorAnalysisCache cache(microtask);
  Function *iteration = extractor.extractCodeRegion(cache);
  if (!iteration)
    return false;
  // Names with ".omp_outlined" are microtasks' and have a thread number first.
  iteration->setName("tactus.iteration");
  return true;
}

/// Are there regions in the iteration, whose surroundings the loop passes look at?
static bool hasRegions(const ParallelLoop &loop) {
  return any_of(loop.body, [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) { return isCallTo(instruction, "__kmpc_fork_call"); });
  });
}

bool outlineTaskIterations(Module &module, const SmallPtrSetImpl<Function *> &regions) {
  auto loops = recogniseParallelLoops(module, TasksInLoops::Listed);
  if (none_of(loops, [](auto &loop) { return loop->isConverted() && !loop->taskCalls.empty(); }))
    return false;
  bool changed = false;
  for (auto &tasks : recogniseTasks(module, regions))
    for (auto &loop : loops)
      if (loop->isConverted() && loop->microtask == tasks->function && !tasks->tasks.empty() &&
          !tasks->hasDependences && // of one iteration's on another's, of the same thread
          tasks->blocker && tasks->blocker->reason == Reason::TasksOfRegion && loop->serialCalls.empty() &&
          !loop->pushNumThreads && !hasRegions(*loop) && (loop->isLatent || !threadDependence(*loop->microtask)))
        changed |= outlineIteration(*loop);
  return changed;
}

} // namespace tactus
