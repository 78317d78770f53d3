//===- RegionRules.cpp - may one strand stand for a team? ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/RegionRules.h"
#include "analysis/ThreadIdentity.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

bool isComputingFunction(StringRef name) {
  static const StringSet<> mathematics{
      "sin",   "cos",   "tan",   "asin", "acos",  "atan",  "atan2",    "sinh",  "cosh",   "tanh",      "asinh",
      "acosh", "atanh", "exp",   "exp2", "expm1", "log",   "log2",     "log10", "log1p",  "pow",       "sqrt",
      "cbrt",  "hypot", "floor", "ceil", "round", "trunc", "rint",     "fabs",  "fmin",   "fmax",      "fmod",
      "fma",   "frexp", "ldexp", "modf", "fdim",  "erf",   "copysign", "erfc",  "lround", "nearbyint", "remainder"};
  static const StringSet<> others{"abs",
                                  "labs",
                                  "llabs",
                                  "strlen",
                                  "strcmp",
                                  "strncmp",
                                  "memcmp",
                                  "omp_get_wtime",
                                  "omp_get_wtick",
                                  "__kmpc_flush",
                                  "__kmpc_global_thread_num"};
  if (others.contains(name) || mathematics.contains(name))
    return true;
  return (name.ends_with("f") || name.ends_with("l")) && mathematics.contains(name.drop_back());
}

/// Settings are the same for a team whose region has changed none.
static bool isUniformQuery(StringRef name) {
  return isTeamQuery(name) || name == "omp_get_num_procs" || name == "omp_get_max_threads";
}

/// What belongs to the region's own constructs, which are no code that threads repeat.
static bool isConstruct(StringRef name) {
  static const StringSet<> names{"__kmpc_omp_taskwait", "__kmpc_barrier",    "__kmpc_single",
                                 "__kmpc_end_single",   "__kmpc_master",     "__kmpc_end_master",
                                 "__kmpc_masked",       "__kmpc_end_masked", "__kmpc_copyprivate"};
  return names.contains(name);
}

void RegionRules::check(const RegionShape &shape, const Accumulators &accumulators, Blockers &blockers) {
  for (const Instruction &instruction : instructions(*shape.function)) {
    const RegionPart *part = shape.partOf(instruction.getParent());
    if ((part && shape.isLoop(part)) || accumulators.merges.contains(&instruction))
      continue;
    StringRef name = calleeName(instruction);
    if (part) {
      Classification runtimeCall = classifyRuntimeCall(name);
      if (name.starts_with("__kmpc_") && !isConstruct(name) && runtimeCall.role != CallRole::Allowed &&
          runtimeCall.reason != Reason::Tasking)
        blockers.push_back({runtimeCall.reason, &instruction});
    } else if (auto reason = isConstruct(name) ? std::nullopt : reasonAgainst(instruction)) {
      blockers.push_back({*reason, &instruction});
    }
  }
}

std::optional<Reason> RegionRules::reasonAgainst(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return reasonAgainstCall(*call);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return Reason::RepeatedUpdate;
  if (isa<VAArgInst>(instruction) || (instruction.isVolatile() && isa<LoadInst, StoreInst>(instruction)))
    return Reason::RepeatedUpdate;
  return std::nullopt;
}

/// What takes no arguments and is no constant can say nothing else: pthread_self(), __errno_location().
bool tellsThreads(const CallBase &call) {
  if (is_contained({Intrinsic::thread_pointer, Intrinsic::frameaddress, Intrinsic::addressofreturnaddress},
                   call.getIntrinsicID()))
    return true;
  const Function *callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && !callee->isIntrinsic() && call.arg_empty() && call.doesNotAccessMemory();
}

std::optional<Reason> RegionRules::reasonAgainstCall(const CallBase &call) {
  if (isa<MemIntrinsic>(call) || call.doesNotReturn())
    return std::nullopt;
  if (tellsThreads(call))
    return Reason::RepeatedCall;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    bool isForStack = is_contained({Intrinsic::stacksave, Intrinsic::stackrestore}, intrinsic->getIntrinsicID());
    if (isForStack || intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic() ||
        intrinsic->doesNotAccessMemory())
      return std::nullopt;
    return Reason::RepeatedCall;
  }
  StringRef name = calleeName(call);
  if (name.empty())
    return Reason::RepeatedCall;
  const Function *callee = call.getCalledFunction();
  // A program may have a function of its own by such a name: `static void log(const char *)`.
  if (callee->isDeclaration() && (isComputingFunction(name) || isUniformQuery(name)))
    return std::nullopt;
  if (name.starts_with("__kmpc_")) {
    Classification runtimeCall = classifyRuntimeCall(name);
    if (runtimeCall.role == CallRole::Refused)
      return runtimeCall.reason;
    if (runtimeCall.role == CallRole::Reduce || name.starts_with("__kmpc_end_reduce"))
      return Reason::SeveralReductions;
    return microtaskOf(call) || name.contains("serialized") || name.starts_with("__kmpc_push") ? Reason::RepeatedRegion
                                                                                               : Reason::RepeatedUpdate;
  }
  if (call.doesNotAccessMemory() && call.doesNotThrow())
    return std::nullopt;
  if (callee->isDeclaration() || callee->isInterposable())
    return Reason::RepeatedCall;
  return isRepeatable(*callee) ? std::nullopt : std::optional(Reason::RepeatedCall);
}

bool RegionRules::isRepeatable(const Function &function) {
  // What is being looked at is taken to be: the greatest fixed point.
  auto [entry, isNew] = repeatable.try_emplace(&function, true);
  if (!isNew)
    return entry->second;
  for (const Instruction &instruction : instructions(function))
    if (reasonAgainst(instruction)) {
      // What has been found with this one taken to be is to be looked at anew.
      SmallVector<const Function *, 8> taken;
      for (auto &[other, isTaken] : repeatable)
        if (isTaken)
          taken.push_back(other);
      for (const Function *other : taken)
        repeatable.erase(other);
      repeatable[&function] = false;
      return false;
    }
  return true;
}

} // namespace tactus
