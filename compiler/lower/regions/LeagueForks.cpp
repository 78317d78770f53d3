//===- LeagueForks.cpp - teams constructs that libtactus runs ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/LeagueForks.h"
#include "ir/LLVMVersions.h"
#include "lower/loops/LoopDescriptor.h"
#include "lower/regions/CapturedCode.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/Leagues.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus {

/// The call for the clauses num_teams and thread_limit, or null: it stands in front of the fork.
static CallInst *findPushNumTeams(CallInst &fork) {
  for (Instruction *each = fork.getPrevNode(); each; each = each->getPrevNode())
    if (calleeName(*each).starts_with("__kmpc_push_num_teams"))
      return cast<CallInst>(each);
    else if (isCallTo(*each, "__kmpc_fork_teams"))
      break;
  return nullptr;
}

/// The static data of the loop over the teams.
static GlobalVariable *createSite(CallInst &fork) {
  Module &module = *fork.getModule();
  IRBuilder<> types(module.getContext());
  FunctionCallee run = module.getOrInsertFunction("tactus_run_iterations", types.getVoidTy(), types.getInt64Ty(),
                                                  types.getInt64Ty(), types.getPtrTy(), types.getPtrTy());
  return createDescriptor(loopOverTeams(fork), cast<Function>(run.getCallee()), /*environmentWords=*/1);
}

static void lower(CallInst &fork) {
  Module &module = *fork.getModule();
  CallInst *push = findPushNumTeams(fork);
  Value *environment = storeCaptures(fork);
  Function *code = createCodeOfMicrotask(fork, *leagueOf(fork), ".team");
  Constant *site = leagueOf(fork)->hasFnAttribute(TeamsInTurnAttribute)
                       ? static_cast<Constant *>(ConstantPointerNull::get(PointerType::get(module.getContext(), 0)))
                       : createSite(fork);
  IRBuilder<> builder(&fork);
  // In its other form the call has a lower and an upper bound of the number of teams.
  unsigned last = push ? push->arg_size() - 1 : 0;
  Value *teams = push ? push->getArgOperand(last - 1) : builder.getInt32(0);
  Value *limit = push ? push->getArgOperand(last) : builder.getInt32(0);
  FunctionCallee begin =
      module.getOrInsertFunction("tactus_league_fork", builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy(),
                                 builder.getInt32Ty(), builder.getInt32Ty(), builder.getPtrTy());
  Value *hasRun = builder.CreateCall(begin, {code, environment, teams, limit, site});
  moveBefore(fork, *SplitBlockAndInsertIfThen(builder.CreateIsNull(hasRun), &fork, /*Unreachable=*/false));
  if (push)
    moveClause(*push, fork);
  markAlternative(fork);
}

bool lowerLeagueForks(Module &module) {
  bool isAny = false;
  for (CallInst *fork : leagueForks(module))
    if (leagueOf(*fork)->hasFnAttribute(LeagueAttribute) && !isAlternative(*fork)) {
      lower(*fork);
      isAny = true;
    }
  return isAny;
}

} // namespace tactus
