//===- PhaseRules.cpp - may the threads of a region be executed one after the other? ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PhaseRules.h"
#include "abi/teams.h"
#include "analysis/HeldLocks.h"
#include "analysis/IterationWaits.h"
#include "analysis/PhaseCalls.h"
#include "analysis/RegionRules.h"
#include "analysis/StrandRules.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Constructs in which threads take turns, or leave a barrier in another way than by coming to it.
static std::optional<Reason> reasonAgainstConstruct(const CallBase &call) {
  StringRef name = calleeName(call);
  if (name.starts_with("__kmpc_cancel"))
    return Reason::Cancellation;
  if (name == "__kmpc_ordered" || name.starts_with("__kmpc_dispatch_fini"))
    return Reason::Ordered;
  if (classifyRuntimeCall(name).role == CallRole::DispatchInit) {
    const auto *kind = dyn_cast<ConstantInt>(call.getArgOperand(2));
    return !kind || isOrderedSchedule(kind->getSExtValue() & ~(int64_t{3} << 29)) ? std::optional(Reason::Ordered)
                                                                                  : std::nullopt;
  }
  // A nested lock belongs to its thread, which may hold it across a barrier.
  return name.starts_with("omp_") && name.contains("nest_lock") ? std::optional(Reason::RuntimeCall) : std::nullopt;
}

std::optional<Reason> reasonAgainstInPhases(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return std::nullopt;
  if (tellsThreads(*call))
    return Reason::ThreadNumber;
  if (call->hasFnAttr(Attribute::ReturnsTwice))
    return Reason::Shape;
  if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return assembly->getAsmString().empty() ? std::nullopt : std::optional(Reason::Shape);
  return reasonAgainstConstruct(*call);
}

/// The region's own code is cut into phases.
static std::optional<Reason> reasonAgainstCutting(const Instruction &instruction, const DataLayout &layout) {
  if (const auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    if (!variable->isStaticAlloca())
      return Reason::VariableLength;
    bool fits = variable->getAlign() <= abi::PhasedFrameAlignment && !variable->getAllocationSize(layout)->isScalable();
    return fits ? std::nullopt : std::optional(Reason::Shape);
  }
  // What is cut or renamed is an ordinary call.
  bool isUnexpected = isa<InvokeInst>(instruction) && calleeName(instruction).starts_with("__kmpc_");
  bool isUnexpectedReduction = isCallTo(instruction, "__kmpc_reduce") &&
                               !(instruction.hasOneUse() && isa<SwitchInst>(*instruction.user_begin()));
  if (isUnexpected || isUnexpectedReduction)
    return Reason::Shape;
  return isCallTo(instruction, "__kmpc_copyprivate") ? std::optional(Reason::Copyprivate) : std::nullopt;
}

namespace {

/// What runs when a region does, with the microtasks of regions inside.
class ReachedCode {
public:
  explicit ReachedCode(Function &root) {
    add(&root);
    for (unsigned i = 0; i < functions.size(); ++i)
      for (Instruction &instruction : instructions(*functions[i]))
        if (auto *call = dyn_cast<CallBase>(&instruction)) {
          Function *inner = microtaskOf(*call);
          if (inner)
            regions.insert(inner);
          add(inner ? inner : call->getCalledFunction());
        }
  }

  SmallVector<Function *, 8> functions;
  SmallPtrSet<Function *, 8> regions;

private:
  SmallPtrSet<Function *, 8> seen;

  void add(Function *function) {
    if (function && !function->isDeclaration() && seen.insert(function).second)
      functions.push_back(function);
  }
};

} // namespace

Blockers blockersOfPhases(Function &microtask, FunctionAnalysisManager &analyses, PhaseCalls *calls) {
  Blockers blockers;
  auto block = [&](std::optional<Reason> reason, const Instruction &where) {
    if (reason)
      blockers.push_back({*reason, &where});
  };
  for (BasicBlock &part : microtask)
    if (part.hasAddressTaken())
      block(Reason::Shape, part.front());
  for (const Instruction &instruction : instructions(microtask))
    block(reasonAgainstCutting(instruction, microtask.getDataLayout()), instruction);
  auto libraryInfo = [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  };
  ReachedCode reached(microtask);
  for (Function *function : reached.functions) {
    bool isCalled = function != &microtask && !reached.regions.contains(function);
    for (const Instruction &instruction : instructions(*function)) {
      if (touchesThreadLocal(instruction))
        block(Reason::ThreadLocal, instruction);
      if (callsOtherFile(instruction, libraryInfo)) {
        if (Function *other = calls ? calledByName(instruction) : nullptr)
          calls->callees.insert(other);
        else
          block(Reason::UnseenBarrier, instruction);
      }
      block(reasonAgainstInPhases(instruction), instruction);
      if (isCalled && bindsToRegion(instruction))
        block(Reason::OrphanedLoop, instruction);
    }
  }
  if (const Instruction *lock = lockHeldAtBarrier(microtask))
    block(Reason::HeldLock, *lock);
  if (mayWaitForOthers(microtask, analyses))
    block(Reason::WaitingIterations, microtask.getEntryBlock().front());
  if (calls && !calls->callees.empty())
    calls->needsQuietCallees = mayWaitForOthers(microtask, analyses, Siblings::RunTheSame, UnseenCode::Synchronises);
  return blockers;
}

} // namespace tactus
