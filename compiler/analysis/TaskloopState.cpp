//===- TaskloopState.cpp - what a taskloop's iterations pass on to each other --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang puts all private variables of a task into its record. The variables of the body's own scopes, the counter and
// what a linear clause names are the code's own, and carry nothing.
//
//===----------------------------------------------------------------------===//
#include "analysis/TaskloopState.h"
#include "analysis/PrivateMemory.h"
#include "model/TaskCalls.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Whether code beside the loops lets anything else know where a private variable is. What loops do is looked at by
/// PrivateMemory.
static bool escapesBesideLoops(Value &record, const LoopInfo &loops) {
  SmallVector<Value *, 16> worklist{&record};
  SmallPtrSet<Value *, 16> seen{&record};
  while (!worklist.empty())
    for (Use &use : worklist.pop_back_val()->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      bool isAddress = isa<GetElementPtrInst>(user) || isa<PHINode>(user) || isa<SelectInst>(user) ||
                       isa<FreezeInst>(user) || (isa<CastInst>(user) && user->getType()->isPointerTy());
      if (isAddress) {
        if (seen.insert(user).second)
          worklist.push_back(user);
        continue;
      }
      bool isAccess = isa<LoadInst>(user) || isa<MemIntrinsic>(user) || isa<ICmpInst>(user) ||
                      user->isLifetimeStartOrEnd() ||
                      (isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex());
      if (!isAccess && !loops.getLoopFor(user->getParent()))
        return true;
    }
  return false;
}

/// Objects of classes may have memory behind them, or know where they are.
static bool hasObjects(const TaskConstruct &taskloop) {
  if (taskloop.destructors)
    return true;
  auto *duplication = dyn_cast<Function>(duplicationOfTaskloop(*taskloop.taskloop));
  return duplication && any_of(instructions(*duplication), [](const Instruction &instruction) {
           return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
         });
}

bool mayPassStateOn(const TaskConstruct &taskloop, uint64_t bytes, FunctionAnalysisManager &analyses) {
  if (hasObjects(taskloop))
    return true;
  Function &entry = *taskloop.entry;
  DominatorTree dominators(entry);
  LoopInfo loops(dominators);
  Value *record = entry.getArg(1);
  if (escapesBesideLoops(*record, loops))
    return true;
  AssumptionCache assumptions(entry);
  ScalarEvolution evolution(entry, analyses.getResult<TargetLibraryAnalysis>(entry), assumptions, dominators, loops);
  // Beside the taskloop itself there may be clang's loops that copy arrays.
  return any_of(
      loops, [&](Loop *loop) { return PrivateMemory(*loop, loops, dominators, evolution).isCarried({record}, bytes); });
}

} // namespace tactus
