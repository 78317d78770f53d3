//===- regions.h - which of OpenMP's regions and tasks a strand is in --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Converted code in which somebody may ask where it is keeps a record of each region and task on its stack. The records
// of a strand form a chain, innermost first; code in which nobody can ask has none (compiler/analysis/QueryReach.h).
//
//     current ──► ExplicitTask ──► Parallel ──► Rest ─ ─ ─ origin ─ ─ ► Parallel ──► nothing
//                 in the frames of this strand    base of a task    on the stack where the task was promoted
//
// What runs as a task gets a record as its base (RegionOfTask), made of the one around the place where it was promoted:
//
//   a loop that is a region by itself   Passage: the slice enters the region again, as another strand of the same team
//   anything else                       Rest: the same region or task goes on in another strand
//
// So the answers are the same whether or not something is promoted. Settings are copied from record to record on entry,
// and die with the record; those of a Rest go back to its task at the join.
//
// Which record is around a frame is a matter of addresses: a record knows the upper end of the frame that holds it, and
// that frame holds nothing else (compiler/ir/RegionRecords.h). The base of a task encloses all of its frames.
//
// Levels are those of both kinds of regions, ours and libomp's. What libomp runs inside of ours has records too, where
// the plugin has compiled it (libomp_records.h). A record knows how many of libomp's regions the thread was in when it
// began; if there are more now, libomp runs the innermost one for code of another compiler.
//
// Thread numbers. In a team that may be as large as the number of slots a strand's number is that of its slot. A
// smaller one has a Team, whose strands take numbers when they ask (task.h), or get that of a strand that waits for
// them (team_places.h). Numbers in an arena are those of the library that has it (arenas.h).
//
// Safety. A record is written by the thread that runs its strand, and read by tasks below it, which end before it does:
// all but `number` is written before they are published, and that is atomic.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_REGIONS_H
#define TACTUS_RUNTIME_REGIONS_REGIONS_H

#include "abi/loops.h"
#include "abi/openmp.h"
#include "frames/latent_work.h"
#include "regions/icvs.h"
#include "regions/thread_limit.h"
#include "tasks/task.h"

#include <atomic>
#include <cstdint>

namespace tactus {

struct LibompTask;

struct Region {
  enum Kind : uint8_t { Parallel, ExplicitTask, Rest, Passage };
  /// What an instance is: a region of OpenMP's, what enterLimit() has begun, or an ArenaRegion (arenas.h).
  enum Use : uint8_t { ParallelRegion, WorkerLimit, Arena };
  static constexpr int32_t Unnumbered = -1;

  /// The next record out in this strand; null at its base.
  Region *parent = nullptr;
  /// Of a Rest or Passage: the record around the place where its task was promoted, null outside of all. Of a region of
  /// libomp's, the record around the place where it was forked.
  Region *origin = nullptr;
  /// The record with which the innermost parallel region of ours began, which has the team; null outside of all.
  Region *instance = nullptr;
  /// Of a Passage, the instance of the region that is to be entered again.
  Region *continued = nullptr;
  /// The contention group, and the place in the innermost teams construct; null outside of all where there is no limit.
  League *league = nullptr;
  /// Of a task that libomp runs; null of all others.
  LibompTask *libompTask = nullptr;
  /// Where tasks that are left to the caller go around it (workers/left_tasks.h).
  abi::TaskSink *outerSink = nullptr;
  /// The address of the return address of the frame that holds the record.
  uintptr_t frameEnd = 0;
  IcvSet icvs{};
  /// Tells threads apart.
  const void *thread = nullptr;
  /// Regions around this place, itself included: all, and those with more than one thread.
  uint32_t level = 0, activeLevel = 0;
  /// The same of those among them that libomp runs on this thread.
  uint32_t libompLevel = 0, libompActiveLevel = 0;
  /// Regions that another runtime than libomp ran on this thread when the record began.
  uint32_t foreignLevel = 0;
  /// Of a parallel region.
  uint32_t teamSize = 1;
  // In the team; of an explicit task, what it has been told. Written by the thread that runs the strand, read by tasks
  // below it: relaxed, since it is a number and nothing behind it.
  std::atomic<int32_t> number{Unnumbered};
  /// Of an instance with fewer threads than there are slots.
  Team team;
  Kind kind = Parallel;
  bool isInExplicitTask = false;
  /// The innermost parallel region around it is libomp's and has no record.
  bool isInLibompRegion = false;
  /// A region that libomp runs, as one of its threads is in it.
  bool isLibomps = false;
  /// Stands for all levels between its own and that of the next record out, which have one thread each.
  bool coversSerialLevels = false;
  /// A region of ours in an active one of libomp's, which waits at its end for the tasks that it has given to libomp.
  bool hasTaskGroup = false;
  bool hasChangedIcvs = false;
  bool isOfInitialThread = false;
  /// An instance that is one thread's part of a region: a MemberRegion.
  bool isOfMember = false;
  /// Of a strand, and of a Passage whose strand is to have the number: the number is that of the strand that has lent
  /// its place (team_places.h).
  bool hasBorrowedNumber = false;
  /// With it the thread began to be watched (threads/watch.h).
  bool isWatched = false;
  /// A task whose group is its own.
  bool ownsLeague = false;
  /// Of an instance.
  Use use = ParallelRegion;
  /// An instance whose threads its group counts.
  bool takesThreads = false;
  /// Of a strand, and of a Passage: it has begun without a place in its team (workers/siblings.h), and waits for one
  /// when it is asked for its number. Written and read by the thread that runs it.
  bool lacksPlace = false;
  /// The strand waits, and its place may be another's. Written and read by the thread that runs it.
  bool isLent = false;

  /// What bounds the strands of the innermost region, null if slots do.
  Team *boundedTeam() const { return instance && instance->team.limit ? &instance->team : nullptr; }
};
static_assert(sizeof(Region) <= abi::RegionWords * sizeof(uint64_t));

/// The record of a member of a team of strands or of a region in phases. A part of it that ran elsewhere could not have
/// its number, which the member has itself. So `team` has room for one strand, and what nobody asks in goes by `places`
/// (docs/decisions/0091).
struct MemberRegion : Region {
  Team *places = nullptr;
};

/// The innermost record of the calling strand; null outside of all. Owned by the thread.
extern constinit thread_local Region *innermostRegion;
inline Region *currentRegion() { return innermostRegion; }
inline void setCurrentRegion(Region *region) { innermostRegion = region; }

/// In the child of fork(), for its only thread: copies what its records lead to in frames of threads that are not there
/// (forked_child.cpp). `thread` may be null.
void keepRegionsInChild(ThreadState *thread);

struct LibompLevels;
struct RegionAround;
/// What bounds the strands of a part, null if slots do, and whether they can ask for their numbers in it. `isUnasked`
/// if nobody in the part can.
struct TeamOfPart {
  Team *team;
  bool hasNumbers;
  TeamOfPart(const RegionAround &around, bool isUnasked);
};
/// A new record, inside of the current one, with what all kinds have in common. `memory` is that of the record,
/// `frameEnd` the address of the return address of its frame.
Region *beginRecord(void *memory, Region::Kind kind, void *frameEnd, const LibompLevels &libomp);
/// The same of a record that has just been made.
void beginRecord(Region &region, Region::Kind kind, void *frameEnd, const LibompLevels &libomp);

/// The calling thread enters a region that only counts: what is latent in it runs on so many threads at most, this one
/// included. It is no active level, and OpenMP's limits of levels and of threads are not about it. Ends by
/// tactus_region_leave().
void enterLimit(void *memory, unsigned threads, void *frameEnd);

/// The calling thread is in an explicit task that begins with these settings, until leaveTask(). `memory` is that of
/// the task's record, and `frameEnd` as above.
void enterTask(void *memory, void *frameEnd, const IcvSet &icvs);
void leaveTask(void *memory);

/// The settings of a thread that is outside of our regions. Other code than ours may have set its number of threads.
IcvSet icvsOutside(const LibompLevels &libomp);
/// The settings at the calling thread's place.
IcvSet icvsHere(const LibompLevels &libomp);

/// What a parallel region begins with at the calling thread's place.
struct RegionStart {
  IcvSet icvs;
  uint32_t level, activeLevel, teamSize;

  /// Takes the team's threads, as many as there are.
  void takeFrom(League *group);
};
/// `wanted` is the size that its clause asks for, 0 without one; `otherLevels` bounds the active levels if nothing has
/// been set, IcvSet::Unset for no bound. `group` bounds the threads if there is one; none are taken from it yet.
RegionStart startOfRegion(uint64_t wanted, uint64_t otherLevels, const LibompLevels &libomp, const League *group);

/// To be called when settings of the record, the current one, have been changed.
void noteChangedIcvs(Region &region);

/// Regions of libomp's that the calling thread is in: all, and those with more than one thread.
struct LibompLevels {
  uint32_t all = 0, active = 0;
};
LibompLevels libompLevels();

/// Regions that another runtime than libomp runs on the calling thread; 0 until one has asked where it is.
uint32_t foreignLevel();

/// Whether libtactus itself is asking a definition of omp_get_level() that has led back here: it is to answer 0.
bool answersProbe();

/// Is what the record describes the innermost of all regions and tasks, as the calling thread is in these?
inline bool isInnermost(const Region &region, const LibompLevels &libomp) { return libomp.all <= region.libompLevel; }

/// Whether the settings that the record holds are those of the place: libomp runs nothing inside of it without a record
/// of its own, or alone on this thread. Serial regions of libomp's begin with what libomp knows of the thread, which
/// may be a worker.
inline bool hasSettings(const Region &region, const LibompLevels &libomp) {
  return isInnermost(region, libomp) || libomp.active == region.libompActiveLevel;
}

/// How many regions are around: `region`, null for none, and what libomp runs inside of it.
uint32_t levelAt(const Region *region, const LibompLevels &libomp);
uint32_t activeLevelAt(const Region *region, const LibompLevels &libomp);

/// The record of the strand that a record belongs to, null outside of all.
const Region *strandOf(const Region *region);
/// The strand's number in its team.
int numberOf(const Region &strand);
/// The calling strand is going to wait, and somebody else to have its place: its number, TeamPlace::Unnumbered if it
/// has none. It gets none until `isLent` is false again.
int32_t lendNumber(Region &strand);
/// The strand ends: another may have its number.
void giveNumberBack(Region &strand);
/// The calling strand has run the last code that may ask: another may have its number.
void leaveNumber(Region &strand);
/// The number of the calling thread's slot. From now on the thread keeps it.
int slotNumber();

/// What a task inherits from the place where it is promoted.
struct RegionAround {
  Region *region;
  /// Of a loop that is a region by itself, the instance.
  Region *continued;
  IcvSet icvs;
  /// Bounds the strands of the region, null if slots do.
  Team *team;
  bool isOfInitialThread;
  /// Regions of libomp's between the loop that is a region by itself and `region`, which have no record. They have one
  /// thread each, since something is promoted.
  uint32_t libompLevels = 0;
};

/// Around a place that `owner` runs on the calling thread: an address below what encloses it, and not below what it
/// encloses.
RegionAround regionAround(const ThreadState &thread, const Task *owner, uintptr_t address);
RegionAround regionAround(const ThreadState &thread, const LatentLoop &loop, uintptr_t address);

/// For the handler, in which libomp is not asked: where the frame of the innermost record around a part ends, if what
/// its task is to inherit stands there, and it was in no region of libomp's when it began; else 0. Loops of the
/// runtime's own bring what they need along: their own address.
uintptr_t endOfRecordAround(const ThreadState &thread, const LatentPart &part);

/// The number of strands that a loop whose region has no record may have, 0 for no limit.
uint64_t strandLimitOf(const LatentLoop &loop, const RegionAround &around);

/// Whether the loop is a region of OpenMP's that has no record, because nobody in it can ask.
inline bool isRecordlessRegion(const abi::LoopDescriptor &loop) {
  return (loop.flags & (abi::LoopIsRegion | abi::LoopHasRegion)) == abi::LoopIsRegion;
}

/// Drops the loops that may not have several threads by max-active-levels, if that has been set, and notes how many
/// regions without records are around the others. Those with records know by themselves.
void dropDeepRegions(ThreadState &thread, const MapTable &table, const CallerState &caller, LatentWork &work);
/// The same of what collectAround() has found. For the handler.
void dropDeepRegionsAround(ThreadState &thread, const MapTable &table, const StackFrame &frame, LatentWork &work);

/// `recordlessLevels` counts regions around the task's code that have no record.
void inheritRegion(Task &task, const RegionAround &around, unsigned recordlessLevels);

/// While it exists, the calling thread runs a task, which begins in the region in which it was promoted.
class RegionOfTask {
public:
  explicit RegionOfTask(Task &task);
  ~RegionOfTask();
  RegionOfTask(const RegionOfTask &) = delete;
  RegionOfTask &operator=(const RegionOfTask &) = delete;

private:
  Task &task;
  Region *previous;
  uint32_t watchedBefore;
  Region base;
  /// Of a strand of an arena, what the library keeps of it.
  void *keptOfStrand[2] = {};
};

/// A joined task may have changed settings of the task that it was a part of.
void takeIcvs(const Task &task);

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_REGIONS_H
