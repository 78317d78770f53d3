//===- strand_team.cpp - a team of strands and its members -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/strand_team.h"

#include "abi/teams.h"
#include "maps/stack_maps.h"
#include "observe/region_times.h"
#include "os/exported.h"
#include "os/processors.h"
#include "os/settings.h"
#include "regions/display.h"
#include "regions/icvs.h"
#include "regions/libomp.h"
#include "regions/strand_slot.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "tasks/task.h"
#include "teams/crew.h"
#include "teams/task_pool.h"
#include "threads/thread.h"
#include "threads/watch.h"
#include "workers/worker.h"

#include <algorithm>
#include <sched.h>

extern "C" {
TACTUS_EXPORT constinit __thread tactus::TeamMember *tactus_team_member = nullptr;
}

namespace tactus {

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Of threads that nobody has counted yet, the shortest.
static Patience &patience() {
  static thread_local constinit Patience unknown;
  ThreadState *thread = existingThread();
  return thread ? thread->patience : unknown;
}

bool MemberWait::look() {
  ++looks;
  if (slotsAreAwaited())
    return false;
  if (!fits) {
    // Somebody else may need this very processor.
    sched_yield();
    return looks < LooksOfManyMembers;
  }
  // What the others have to do is often over before a system call would be.
  pauseProcessor(looks < LooksWithoutYield ? 0 : looks);
  if (looks % LooksBetweenClocks)
    return true;
  if (!patient)
    patient.emplace(patience());
  return patient->goOn();
}

void MemberWait::beforeSleep() {
  patient.reset();
  ThreadState *thread = existingThread();
  gaveSlot = thread && thread->keepsSlot && thread->slot && giveSlotBack(*thread);
  sleep.emplace(patience());
}

void MemberWait::afterSleep() {
  sleep.reset();
  if (gaveSlot)
    awaitsSlot ? awaitSlot(*existingThread()) : acquireSlot(*existingThread());
}

SlotOfMember::SlotOfMember(bool awaits) {
  if (settings.heartbeatMicroseconds == 0)
    return;
  ThreadState *thread = currentThread();
  if (!thread || thread->slot || thread->isWorker)
    return;
  wasKept = thread->keepsSlot = true;
  awaits ? awaitSlot(*thread) : acquireSlot(*thread);
}

SlotOfMember::~SlotOfMember() {
  if (!wasKept)
    return;
  ThreadState &thread = *existingThread();
  thread.keepsSlot = false;
  giveUpSlot(thread);
}

/// Members meet.
static void meet(TeamMember &member, void (*whenAllAreHere)(StrandTeam &)) {
  StrandTeam &team = *member.team;
  if (TaskPool *tasks = team.plan.tasks)
    return tasks->meet(member, whenAllAreHere);
  MemberWait wait(team.plan);
  void *round = team.barrier.orderOfRound();
  happensBefore(round);
  team.barrier.arrive(team.places, team.plan.size, wait, [&] { whenAllAreHere(team); });
  happensAfter(round);
}

void waitForTeam(TeamMember &member) {
  meet(member, [](StrandTeam &team) { team.cancellation.endLoops(); });
}

bool waitCancellably(TeamMember &member) {
  meet(member, [](StrandTeam &team) { team.cancellation.decide(team.plan.size); });
  return member.team->cancellation.isRegionLeft();
}

void endCancellably(TeamMember &member) {
  TeamCancellation<> &cancellation = member.team->cancellation;
  cancellation.comeToEnd();
  do
    waitCancellably(member);
  while (!cancellation.isRegionEnded());
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

void leaveLoop(TeamMember &member) {
  MemberLoop &loop = member.loop;
  if (loop.shared)
    member.team->loops.leave(*loop.shared, member.loops - 1, member.teamSize());
  loop.shared = nullptr;
  loop.kind = MemberLoop::None;
}

MemberScope::MemberScope(TeamMember &member, const IcvSet &icvs, void *record, void *frameEnd)
    : member(member), outer(tactus_team_member) {
  const TeamPlan &plan = member.team->plan;
  auto *region = new (record) MemberRegion;
  beginRecord(*region, Region::Parallel, frameEnd, libompLevels());
  region->origin = plan.around;
  region->league = plan.group;
  region->instance = region;
  region->icvs = icvs;
  region->level = plan.level;
  region->activeLevel = plan.activeLevel;
  region->teamSize = plan.size;
  region->isOfInitialThread = member.number == 0 && plan.isOfInitialThread;
  region->number.store(static_cast<int32_t>(member.number), std::memory_order_relaxed);
  // A part of the member in which somebody asks would have its number elsewhere. Loops in it are regions of their own.
  region->team.limit = 1;
  region->isOfMember = true;
  region->places = &member.team->places;
  setCurrentRegion(region);
  member.record = region;
  tactus_team_member = &member;
  tactus_tasks_enter(&tasks, static_cast<int32_t>(plan.size));
  // Whoever runs such a task elsewhere has another number than the member.
  tactus_task_sink = nullptr;
  // Who is alone is watched with those around it. In a program that the compiler has not converted, nothing is latent
  // that somebody could wait for.
  bool waitsForNobody = plan.tasks && !haveModules();
  watchedBefore = watchTeam(plan.size == 1 ? watchedTeam() : waitsForNobody ? 0 : plan.size);
}

MemberScope::~MemberScope() {
  watchTeam(watchedBefore);
  tactus_tasks_leave(&tasks);
  tactus_team_member = outer;
  setCurrentRegion(member.record->parent);
}

__attribute__((noinline)) void runMember(StrandTeam &team, uint32_t number) {
  alignas(MemberRegion) unsigned char memory[sizeof(MemberRegion)];
  TeamMember member;
  member.team = &team;
  member.number = number;
  MemberScope scope(member, team.plan.icvs, memory, TACTUS_FRAME_END);
  if (number > 0)
    team.plan.floats.apply();
  if (team.plan.place)
    team.plan.place(team.plan.environment, number, team.plan.size);
  if (team.plan.isDisplayed)
    displayThread();
  bool isOverWithCode = team.plan.tasks;
  team.plan.code(team.plan.environment, static_cast<int32_t>(number));
  if (isOverWithCode)
    return;
  leaveLoop(member);
  team.places.leave(1);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// What modules leave to libomp, as they say when they are loaded. Relaxed: no code of the module has run before.
static constinit std::atomic<uint32_t> libompUse{0};

void noteLibompUse(uint32_t use) { libompUse.fetch_or(use, std::memory_order_relaxed); }

/// Processors that the process may use. Relaxed: all find the same.
static uint64_t processorCount() {
  static constinit std::atomic<uint64_t> known{0};
  uint64_t count = known.load(std::memory_order_relaxed);
  if (!count)
    known.store(count = affinityCount(), std::memory_order_relaxed);
  return count;
}

bool libompRunsRegions() {
  bool showsPlaces = displaysAffinity || (libompUse.load(std::memory_order_relaxed) & abi::ModuleAsksForPlaces);
  return !settings.strands || (showsPlaces && threadsAreBound());
}

static bool belongsToLibomp(uint32_t flags, const LibompLevels &libomp) {
  // Inside an active region of libomp's, its rules for nested regions hold.
  if (libompRunsRegions() || libomp.active > 0)
    return true;
  uint32_t use = libompUse.load(std::memory_order_relaxed);
  if ((flags & abi::TeamCallsOtherFiles) && (use & abi::LibompRunsTasks))
    return true;
  // Values of threadprivate variables stay with threads, so all regions that may reach some have the same ones.
  bool libompMayReachSome =
      (use & abi::LibompMayKeepThreadLocals) || ((use & abi::LibompRunsTasks) && (use & abi::TeamsCallOtherFiles));
  return flags && libompMayReachSome && (use & abi::ModuleReachesThreadLocals);
}

void StrandTeam::reset(const TeamPlan &next) {
  plan = next;
  loops.reset();
  singles.store(0, std::memory_order_relaxed);
  cancellation.reset();
  finished.reset(0);
  places.limit = next.size;
  places.fill(next.size);
}

/// A team of one: nothing is shared, and nobody waits.
static void runAlone(const TeamPlan &plan) {
  regionRunsAs(RegionRunner::Strands);
  StrandTeam team;
  team.reset(plan);
  runMember(team, 0);
}

/// False if the threads cannot be had.
static bool runTogether(const TeamPlan &plan) {
  Crew *crew = takeCrew(plan.size);
  if (!crew)
    return false;
  regionRunsAs(RegionRunner::Strands);
  crew->team.reset(plan);
  SlotOfMember slot(plan.awaitsSlots());
  startCrew(*crew);
  runMember(crew->team, 0);
  leaveCrew(*crew);
  return true;
}

// As for regions of libomp's inside of ours, one active level is the default.
static RegionStart startOfTeam(int32_t threads, const LibompLevels &libomp) {
  constexpr uint64_t OneActiveLevel = 2;
  return startOfRegion(static_cast<uint64_t>(std::max(threads, 0)), OneActiveLevel, libomp, groupAround());
}

bool hasThreadForEach(uint64_t iterations, int32_t threads) {
  if (iterations < 2 || (threads > 0 && iterations > static_cast<uint64_t>(threads)))
    return false;
  LibompLevels libomp = libompLevels();
  // What startOfTeam() finds in regions of ours with the default, which is where most loops are met.
  const Region *region = currentRegion();
  if (region && region->activeLevel > 0 && region->icvs.activeLevels == IcvSet::Unset &&
      region->libompLevel == libomp.all)
    return false;
  return iterations <= startOfTeam(threads, libomp).teamSize;
}

void planStrands(int32_t threads, TeamPlan &plan) {
  LibompLevels libomp = libompLevels();
  RegionStart start = startOfTeam(threads, libomp);
  plan.group = groupAround();
  start.takeFrom(plan.group);
  plan.size = start.teamSize;
  plan.fits = plan.size <= std::min<uint64_t>(usableSlotCount(), processorCount());
  plan.around = currentRegion();
  plan.icvs = start.icvs;
  plan.level = start.level;
  plan.activeLevel = start.activeLevel;
  plan.isOfInitialThread = plan.around ? plan.around->isOfInitialThread : isInitialThread();
  plan.floats = FloatControl::ofThread();
  plan.isDisplayed = displaysAffinity && isToBeDisplayed(plan.size, plan.level);
}

bool planTeam(int32_t threads, uint32_t flags, TeamPlan &plan) {
  if (belongsToLibomp(flags, libompLevels()))
    return false;
  planStrands(threads, plan);
  return true;
}

bool runPlannedTeam(const TeamPlan &plan) {
  bool hasRun = plan.size == 1 || runTogether(plan);
  if (plan.size == 1)
    runAlone(plan);
  giveThreadsBack(plan.group, plan.size);
  return hasRun;
}

bool runAsTeam(TeamPlan::Code code, void *environment, int32_t threads, uint32_t flags) {
  TeamPlan plan;
  if (!planTeam(threads, flags, plan))
    return false;
  plan.code = code;
  plan.environment = environment;
  return runPlannedTeam(plan);
}

} // namespace tactus
