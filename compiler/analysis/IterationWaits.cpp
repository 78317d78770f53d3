//===- IterationWaits.cpp - iterations and tasks that wait for each other ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/IterationWaits.h"
#include "model/Microtask.h"
#include "model/Reasons.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <deque>
#include <optional>

using namespace llvm;

namespace tactus {

static constexpr unsigned MostInstructions = 20000;

/// Functions that return when others have come, or have done something.
static bool blocksForOthers(const CallBase &call) {
  static const StringRef names[] = {
      "pthread_barrier_wait", "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait",
      "cnd_timedwait", "sem_wait", "sem_timedwait", "sem_clockwait",
      // A file or a pipe: which one, nobody can tell.
      "read", "readv", "recv", "recvfrom", "recvmsg", "accept", "accept4", "msgrcv", "mq_receive", "mq_timedreceive",
      "eventfd_read", "sigwait", "sigwaitinfo", "sigtimedwait", "pause", "sigsuspend"};
  StringRef name = calleeName(call);
  if (name == "syscall" && call.arg_size() > 2) {
    // futex: 0 and 9 wait.
    const auto *number = dyn_cast<ConstantInt>(call.getArgOperand(0));
    const auto *operation = dyn_cast<ConstantInt>(call.getArgOperand(2));
    return number && number->equalsInt(202) &&
           (!operation || (operation->getZExtValue() & 127) == 0 || (operation->getZExtValue() & 127) == 9);
  }
  // The C++ library's, for condition variables and futures.
  return is_contained(names, name) || name.contains("18condition_variable4wait") ||
         (name.contains("futex_unsigned_base") && name.contains("futex_wait"));
}

namespace {

class Waits {
public:
  Waits(Function &root, FunctionAnalysisManager &analyses, LockHolders holders) : analyses(analyses), holders(holders) {
    findReachable(root);
  }

  bool isAny() {
    if (observing.empty())
      return isBlocking;
    if (isBlocking)
      return true;
    SmallSetVector<Function *, 8> worklist;
    worklist.insert(reachable.front());
    for (unsigned i = 0; i < worklist.size(); ++i)
      if (hasWaitingLoop(*worklist[i], worklist))
        return true;
    return false;
  }

private:
  FunctionAnalysisManager &analyses;
  LockHolders holders;
  SmallSetVector<Function *, 16> reachable;
  /// Functions that look at what others may write, or call such functions.
  SmallPtrSet<Function *, 16> observing;
  bool isBlocking = false;

  static Function *calleeOf(const CallBase &call) {
    Function *callee = microtaskOf(call) ? microtaskOf(call) : taskEntryOf(call);
    if (!callee)
      callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() ? callee : nullptr;
  }

  void findReachable(Function &root) {
    reachable.insert(&root);
    for (unsigned i = 0; i < reachable.size(); ++i)
      for (Instruction &instruction : instructions(reachable[i])) {
        if (mayObserveOthers(instruction))
          observing.insert(reachable[i]);
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call)
          continue;
        isBlocking |= blocksForOthers(*call);
        if (Function *callee = calleeOf(*call))
          reachable.insert(callee);
      }
    for (bool changed = !observing.empty(); changed;) {
      changed = false;
      for (Function *function : reachable)
        if (!observing.contains(function))
          for (Instruction &instruction : instructions(function))
            if (auto *call = dyn_cast<CallBase>(&instruction))
              if (Function *callee = calleeOf(*call); callee && observing.contains(callee))
                changed |= observing.insert(function).second;
    }
  }

  /// Looks at a copy of the function with the observing functions in it; those that do not fit go to `others`.
  bool hasWaitingLoop(Function &function, SmallSetVector<Function *, 8> &others) {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(&function, map);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setComdat(nullptr);
    for (Attribute::AttrKind kind : {Attribute::OptimizeNone, Attribute::NoInline})
      copy->removeFnAttr(kind);
    stripDebugInfo(*copy);
    inlineObserving(*copy, function, others);
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(InstSimplifyPass());
    passes.addPass(SimplifyCFGPass());
    // `while (old < value && !exchange(old, value))`: ways around the exchange only lead out.
    passes.addPass(JumpThreadingPass());
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass());
    passes.run(*copy, analyses);
    analyses.invalidate(*copy, PreservedAnalyses::none());
    auto &dominators = analyses.getResult<DominatorTreeAnalysis>(*copy);
    auto &loops = analyses.getResult<LoopAnalysis>(*copy);
    bool waits = any_of(loops.getLoopsInPreorder(),
                        [&](const Loop *loop) { return WaitingLoop(*loop, dominators, holders).waits(); });
    analyses.clear(*copy, copy->getName());
    copy->eraseFromParent();
    return waits;
  }

  void inlineObserving(Function &copy, const Function &original, SmallSetVector<Function *, 8> &others) {
    std::deque<CallBase *> queue;
    for (Instruction &instruction : instructions(copy))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        queue.push_back(call);
    unsigned total = copy.getInstructionCount();
    while (!queue.empty()) {
      CallBase *call = queue.front();
      queue.pop_front();
      Function *callee = calleeOf(*call);
      if (!callee || !observing.contains(callee))
        continue;
      InlineFunctionInfo info;
      if (total < MostInstructions && callee != &original && callee == call->getCalledFunction() &&
          !callee->isInterposable() &&
          InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false).isSuccess()) {
        total += callee->getInstructionCount();
        queue.insert(queue.end(), info.InlinedCallSites.begin(), info.InlinedCallSites.end());
      } else {
        others.insert(callee);
      }
    }
  }
};

} // namespace

bool mayWaitForOthers(Function &function, FunctionAnalysisManager &analyses, LockHolders holders) {
  return Waits(function, analyses, holders).isAny();
}

static bool hasThreadForEachIteration(const ParallelLoop &loop, const CallInst *pushNumThreads) {
  const auto *threads = pushNumThreads ? dyn_cast<ConstantInt>(pushNumThreads->getArgOperand(2)) : nullptr;
  return threads && loop.constantTripCount > 1 && loop.constantTripCount <= threads->getZExtValue();
}

bool callsUnknownCode(const Function &function, const QueryReach &queries) {
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && queries.mayAsk(*call);
  });
}

bool mayWaitElsewhere(const ParallelLoop &loop, const CallInst *pushNumThreads, const QueryReach &queries) {
  return hasThreadForEachIteration(loop, pushNumThreads) && callsUnknownCode(*loop.microtask, queries);
}

void refuseLoopsThatWait(ArrayRef<std::unique_ptr<ParallelLoop>> loops, FunctionAnalysisManager &analyses) {
  std::optional<QueryReach> queries;
  for (auto &loop : loops) {
    if (!loop->mayBeRefused())
      continue;
    if (hasThreadForEachIteration(*loop, loop->pushNumThreads) && !queries)
      queries.emplace(*loop->microtask->getParent(), [&](Function &function) -> TargetLibraryInfo & {
        return analyses.getResult<TargetLibraryAnalysis>(function);
      });
    if (mayWaitForOthers(*loop->microtask, analyses))
      loop->reason = reasonText(Reason::WaitingIterations);
    else if (queries && mayWaitElsewhere(*loop, loop->pushNumThreads, *queries))
      loop->reason = reasonText(Reason::UnknownRoles);
  }
}

} // namespace tactus
