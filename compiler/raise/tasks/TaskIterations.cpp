//===- TaskIterations.cpp - loops whose iterations create tasks ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/TaskIterations.h"
#include "analysis/ThreadIdentity.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/IterationOutlining.h"
#include "raise/openmp/Recognition.h"
#include "raise/tasks/TaskRecognition.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

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
