//===- Leagues.cpp - find the teams constructs that libtactus can run ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/Leagues.h"
#include "analysis/Regrouping.h"
#include "analysis/StrandRules.h"
#include "analysis/ThreadIdentity.h"
#include "ir/TeamFunctions.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/Remarks.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

/// The teams of libomp's are threads, each with its thread-local variables; ours may run one after the other on one.
static std::optional<Reason> reasonAgainst(const Function &microtask) {
  if (microtask.isDeclaration() || microtask.isVarArg() || !microtask.hasLocalLinkage())
    return Reason::Shape;
  for (const Function *function : reachedFunctions(microtask))
    for (const Instruction &instruction : instructions(*function))
      if (touchesThreadLocal(instruction))
        return Reason::ThreadLocal;
  return std::nullopt;
}

/// The reduction of the construct itself: those of regions inside stand in microtasks of their own.
static void redirectReduction(Function &microtask) {
  for (Instruction &instruction : instructions(microtask)) {
    StringRef name = calleeName(instruction);
    if (name.starts_with("__kmpc_reduce") || name.starts_with("__kmpc_end_reduce"))
      askLeague(cast<CallBase>(instruction));
  }
}

static void raiseLeague(CallInst &fork) {
  Function &microtask = *leagueOf(fork);
  ConstructReport report{"teams", locationOfIdent(fork.getArgOperand(0)), &fork, {}};
  if (auto reason = reasonAgainst(microtask)) {
    report.reasons = *reason;
  } else {
    report.lowering = "a loop over its teams that may be promoted";
    microtask.addFnAttr(LeagueAttribute);
    // What is combined in the order of the teams has the same bits each time.
    if (compilesReproducibly() && reducesFloatingPoint(microtask))
      microtask.addFnAttr(TeamsInTurnAttribute);
    redirectReduction(microtask);
  }
  reportConstruct(report, *fork.getModule());
}

/// `distribute` constructs learn which iterations are their team's.
static bool redirectDistributes(Module &module) {
  SmallVector<CallBase *, 4> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && isDistribute(*call))
        calls.push_back(call);
  for (CallBase *call : calls)
    askLeague(*call);
  return !calls.empty();
}

bool raiseLeagues(Module &module) {
  SmallVector<CallInst *, 8> forks = leagueForks(module);
  for (CallInst *fork : forks)
    if (!isAlternative(*fork)) // in a module that has been through here before
      raiseLeague(*fork);
  return redirectDistributes(module) || !forks.empty();
}

ParallelLoop loopOverTeams(const CallInst &fork) {
  ParallelLoop loop;
  loop.location = locationOfIdent(fork.getArgOperand(0));
  loop.hasUnboundedBody = true;
  // The teams' threads are at the level of the construct.
  loop.isInsideRecord = true;
  return loop;
}

} // namespace tactus
