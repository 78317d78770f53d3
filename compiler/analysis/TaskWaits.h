//===- TaskWaits.h - which calls may wait for their caller's tasks -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// `taskwait` waits for all children of the running task, whichever function has created them. So a function that is
// called between a spawn and its sync may wait for the spawned task, and use what it leaves:
//
//     task A;  f();            void f() { taskwait; use what A has written }
//
// A rest must end before such a call, or call a copy that asks (lower/rests/RestCopies.h). It ends before barriers and
// all other constructs of a region, too (abi/team_functions.def): a barrier completes the tasks that were created
// before it, and who comes to it must be the member itself. What a task calls waits for that task's own children only,
// and a parallel region has tasks of its own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_TASKWAITS_H
#define TACTUS_COMPILER_ANALYSIS_TASKWAITS_H

#include "analysis/PromotionReach.h"

namespace tactus {

class TaskWaits {
public:
  /// Looks at the whole module, in which tasks are marked (SpawnMarks.h).
  TaskWaits(llvm::Module &module, const PromotionReach &reach);

  /// May the call wait for tasks that its caller has created? True for code of which nothing is known.
  bool mayWait(const llvm::CallBase &call) const;
  /// May the call meet the team that the running thread is a member of, by a construct of the innermost region? Only
  /// the member itself may do so: no rest holds such a call, nor a copy of what it calls.
  bool mayMeetTeam(const llvm::CallBase &call) const;
  /// What the call calls, if its code is here and no other may take its place; else null.
  static llvm::Function *knownCallee(const llvm::CallBase &call);
  /// May the call create tasks that libomp runs?
  bool mayCreateOnLibomp(const llvm::CallBase &call) const;

  /// The same, with what the tasks that the call creates leave to whoever runs them: a group waits for those as well.
  bool mayCreateInGroup(const llvm::CallBase &call) const;

  /// The same, of tasks that are children of the caller's: not those of tasks that the callee spawns.
  bool mayCreateChildrenOnLibomp(const llvm::CallBase &call) const;

  /// Does the module create tasks on libomp?
  bool createsOnLibomp() const { return moduleCreates; }

  /// What functions in rests call to wait for their callers' tasks.
  static constexpr const char *WaitName = "tactus_wait_for_first_branches";

private:
  bool moduleCreates = false;
  const PromotionReach &reach;
  llvm::DenseSet<const llvm::Function *> waiting;
  using Functions = llvm::DenseSet<const llvm::Function *>;
  Functions creating, creatingInGroup, creatingChildren, meeting;

  bool mayCreate(const llvm::CallBase &call, const Functions &known, bool throughTasks = false) const;
};

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_TASKWAITS_H
