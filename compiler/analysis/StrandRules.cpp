//===- StrandRules.cpp - which regions may run as teams of strands -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/StrandRules.h"
#include "abi/teams.h"
#include "analysis/PromotionReach.h"
#include "analysis/ThreadIdentity.h"
#include "ir/LockFunctions.h"
#include "ir/OpenMPFunctions.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "model/SpawnMarks.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

bool isTeamFunction(StringRef name) {
  static const StringSet<> names{
#define TACTUS_TEAM_FUNCTION(name) "__kmpc_" #name,
#include "abi/team_functions.def"
  };
  return names.contains(name);
}

/// Functions of libomp's that work on any thread, whoever runs its region. What is a thread's own stays so: a strand is
/// one thread from beginning to end.
static bool isIndependentOfTeam(StringRef name) {
  return meansTheSameOnAnyThread(name) || name.starts_with("__kmpc_threadprivate_");
}

SmallVector<const Function *, 8> reachedFunctions(const Function &root) {
  SmallVector<const Function *, 8> functions{&root};
  SmallPtrSet<const Function *, 8> seen{&root};
  for (unsigned i = 0; i < functions.size(); ++i)
    for (const Instruction &instruction : instructions(*functions[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() && seen.insert(callee).second)
          functions.push_back(callee);
  return functions;
}

/// The schedule is always a constant in clang's code.
static bool hasUnknownSchedule(const CallBase &call, CallRole role) {
  return (role == CallRole::StaticInit || role == CallRole::DispatchInit) && !isa<ConstantInt>(call.getArgOperand(2));
}

static std::optional<Reason> reasonAgainst(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  if (!name.starts_with("__kmpc_") && !name.starts_with("__tgt_"))
    return std::nullopt;
  Classification runtimeCall = classifyRuntimeCall(name);
  if (hasUnknownSchedule(cast<CallBase>(instruction), runtimeCall.role))
    return Reason::Teams;
  if (isTeamFunction(name) || isIndependentOfTeam(name))
    return std::nullopt;
  return runtimeCall.role == CallRole::Refused ? runtimeCall.reason : Reason::RuntimeCall;
}

bool needsLibomp(const Instruction &instruction) { return reasonAgainst(instruction).has_value(); }

Blockers blockersOfStrands(const CallInst &fork) {
  const Function &microtask = *microtaskOf(fork);
  if (microtask.isDeclaration() || microtask.isVarArg())
    return {{Reason::Shape, &fork}};
  if (auto reason = reasonAround(fork))
    return {{*reason, &fork}};
  Blockers blockers;
  for (const Function *function : reachedFunctions(microtask))
    for (const Instruction &instruction : instructions(*function))
      if (auto reason = reasonAgainst(instruction))
        blockers.push_back({*reason, &instruction});
  return blockers;
}

bool needsLibompNumber(const Function &microtask) {
  for (const Instruction &instruction : instructions(microtask)) {
    StringRef name = calleeName(instruction);
    if (name.starts_with("__kmpc_") && name != "__kmpc_flush" && name != "__kmpc_global_thread_num" &&
        !isTeamFunction(name) && !isLockFunction(name))
      return true;
  }
  return false;
}

bool touchesThreadLocal(const Instruction &instruction) {
  return calleeName(instruction).starts_with("__kmpc_threadprivate") || isThreadLocalAccess(instruction);
}

bool reachesThreadLocals(const Module &module) {
  return any_of(module, [](const Function &function) { return any_of(instructions(function), touchesThreadLocal); });
}

static constexpr StringRef questionsForPlaces[] = {"omp_get_place_num",
                                                   "omp_get_place_num_procs",
                                                   "omp_get_place_proc_ids",
                                                   "omp_get_partition_num_places",
                                                   "omp_get_partition_place_nums",
                                                   "kmp_get_affinity",
                                                   "sched_getaffinity",
                                                   "pthread_getaffinity_np",
                                                   "sched_getcpu"};

bool asksForPlaces(const Module &module) {
  return any_of(questionsForPlaces, [&](StringRef name) {
    const Function *function = module.getFunction(name);
    return function && !function->use_empty();
  });
}

bool asksForPlaces(Function &root) {
  return any_of(reachedFunctions(root), [](const Function *function) {
    return any_of(instructions(*function), [](const Instruction &instruction) {
      return is_contained(questionsForPlaces, calleeName(instruction));
    });
  });
}

/// Functions of libtactus that call nothing of the program's but what their caller would call in the same place. A
/// taskloop's code is not seen from here, so nobody in it may be able to ask, which code of another file may.
static bool isEntryPointOfTasks(StringRef name, const Function &caller) {
  static const StringRef prefixes[] = {"tactus.", "tactus_tasks_", "tactus_fork_", "tactus_reduction_"};
  return any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); }) ||
         (name == "tactus_taskloop" && caller.hasFnAttribute(UnaskedTasksAttribute));
}

bool callsOtherFile(const Instruction &instruction, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || call->isInlineAsm() || isa<IntrinsicInst>(call))
    return false;
  Function *callee = call->getCalledFunction();
  if (!callee || callee->isInterposable())
    return true;
  StringRef name = callee->getName();
  return callee->isDeclaration() && !name.starts_with("__kmpc_") && !openmpFunctionKind(name) &&
         !isEntryPointOfTasks(name, *call->getFunction()) && !isLibraryFunction(*callee, libraryInfo(*callee));
}

uint32_t teamFlagsOf(Function &root, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  uint32_t flags = 0;
  for (const Function *function : reachedFunctions(root))
    for (const Instruction &instruction : instructions(*function)) {
      if (touchesThreadLocal(instruction))
        flags |= abi::TeamReachesThreadLocals;
      if (callsOtherFile(instruction, libraryInfo))
        flags |= abi::TeamCallsOtherFiles;
    }
  return flags;
}

} // namespace tactus
