//===- openmp.h - OpenMP's tasks, regions and queries ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_OPENMP_H
#define TACTUS_ABI_OPENMP_H

#include "abi/fields.h"
#include "abi/loops.h"
#include "abi/teams.h"

#define TACTUS_TASKLOOP_FIELDS(FIELD)                                                                                  \
  FIELD(descriptor, descriptor)                                                                                        \
  FIELD(entry, entry)                                                                                                  \
  FIELD(duplicate, duplicate)                                                                                          \
  FIELD(destroy, destroy)                                                                                              \
  FIELD(bytes, bytes)

namespace tactus::abi {

struct Dependence;

/// For tactus_tasks_enter(): a final task.
inline constexpr int32_t FinalTaskScope = -1;

/// The static data of one taskloop. The functions are clang's: the task's code, which runs the iterations that its
/// record says; `duplicate` copies firstprivate objects into a record whose bytes have been copied; `destroy` destroys
/// them. Both may be null.
struct Taskloop {
  LoopDescriptor *descriptor;
  int32_t (*entry)(int32_t thread, void *record);
  void (*duplicate)(void *to, const void *from, int32_t isLast);
  int32_t (*destroy)(int32_t thread, void *record);
  /// Of the record.
  uint64_t bytes;
};

/// How a taskloop is divided: as the compiler likes, or by its clause.
enum TaskloopSchedule : int32_t {
  TaskloopFree = 0,
  TaskloopGrainSize = 1,
  TaskloopTaskCount = 2,
};

/// The bit of a task's flags that says that it is final.
inline constexpr int32_t FinalTaskFlag = 2;

/// Where the tasks go that a function has left to its caller (runtime/workers/left_tasks.h).
struct TaskSink {
  /// Of those that have not finished; null for none.
  void *scope;
  /// When one was last given away, and what one takes, both in ticks of the clock; 0 if that is not known.
  uint64_t givenAt;
  uint64_t averageTicks;
  /// The region that it belongs to has not begun: any other inside is another one.
  uint64_t isFresh;
};

/// What tactus_tasks_enter() found, and where the tasks of what it encloses go; in the frame that calls it.
struct SavedTaskScope {
  uint64_t region;
  uint64_t serial;
  TaskSink *outer;
  TaskSink sink;
};

/// A list item of taskgroup's task_reduction, in the layout that clang fills in (kmp_taskred_input_t). Functions of
/// clang's take no `bytes`; where the size is known at run time only, the compiler has replaced them by others that do.
struct TaskReductionItem {
  /// What the tasks name, and what the result is combined into.
  void *shared;
  /// omp_orig of the initialiser.
  void *original;
  uint64_t bytes;
  /// May be null: then a copy begins as zeros.
  void (*init)(void *copy, void *original, uint64_t bytes);
  /// May be null.
  void (*destroy)(void *copy, uint64_t bytes);
  void (*combine)(void *left, void *right, uint64_t bytes);
  uint64_t flags;
};
static_assert(sizeof(TaskReductionItem) == 56);

/// What a copy of an item of this size takes: as libomp, which gives each copy its cache lines and one more where they
/// are full, and so forgives tasks that write a little behind an item.
constexpr uint64_t bytesOfReductionCopy(uint64_t bytes) {
  constexpr uint64_t Line = 64;
  return bytes + Line - bytes % Line;
}

/// Words of a task group that reduces, in the frame that executes it: of its head, and of each item. Room for copies
/// follows, as much as tactus_reduction_begin() is told.
inline constexpr uint32_t ReductionGroupWords = 6;
inline constexpr uint32_t ReductionWords = 12;
/// Of a task's hold of its view.
inline constexpr uint32_t ReductionHoldWords = 6;

/// Words of a record of a region or task of OpenMP's (runtime/regions/regions.h), in the frame that executes it.
inline constexpr uint32_t RegionWords = 19;
/// Words that a task which libomp runs has behind its own memory (runtime/regions/libomp_records.h).
inline constexpr uint32_t LibompTaskWords = 6;

TACTUS_FIELDS(TaskloopFields, Taskloop, TACTUS_TASKLOOP_FIELDS, Name);

/// What the functions of locks return.
inline constexpr int32_t OtherLock = -1;

/// The libomp that an executable or shared object is linked to, known by a function that only libomp has; null if it is
/// linked to none.
struct LinkedLibomp {
  /// __kmpc_global_num_threads
  int32_t (*liveThreads)(void *location);
};

#define TACTUS_LINKED_LIBOMP_FIELDS(FIELD) FIELD(liveThreads, liveThreads)
TACTUS_FIELDS(LinkedLibompFields, LinkedLibomp, TACTUS_LINKED_LIBOMP_FIELDS, Name);

/// What clang tells libomp of a construct: its ident_t, of which only the place and libomp's flags are read,
/// `;file;function;line;column;;`.
struct RegionIdent {
  int32_t reserved, flags, moreReserved[2];
  const char *source;
};

} // namespace tactus::abi

extern "C" {

/// Around code whose tasks (forks with TACTUS_FORK_OF_TASK) may be promoted: a parallel region of OpenMP's that the
/// calling thread runs alone. `threads` is 1 for a team of one thread or FinalTaskScope for a final task, where they
/// may not; else any other number. What is entered must be in frames of its own. Pairs nest. Thread-safe: it concerns
/// the calling thread only.
void tactus_tasks_enter(tactus::abi::SavedTaskScope *saved, int32_t threads);
void tactus_tasks_leave(const tactus::abi::SavedTaskScope *saved);
/// Not 0 as soon as compiled code has created a task that libomp runs: converted taskwaits then wait on libomp as well.
/// Written and read relaxed: whoever waits for a task's creation in the program is ordered after it.
extern int32_t tactus_libomp_tasks;
/// Not 0 if libomp's names are Tactus' own (runtime/libomp): what libomp would run is then run by a member of a team of
/// ours, and keeps its place in it. Written before main.
extern int32_t tactus_libomp_is_ours;
/// Where tasks go that are created here and left to the caller; null where libomp has them. In compiled code it decides
/// between the functions below, which take the arguments of libomp's, and libomp's own.
extern __thread tactus::abi::TaskSink *tactus_task_sink;
/// Memory for a task as libomp would have allocated it: `bytes` and behind them LibompTaskWords, and `sharedBytes` that
/// its first word points to. Ends the process with a message if there is none.
void *tactus_left_task_alloc(void *location, int32_t thread, int32_t flags, uint64_t bytes, uint64_t sharedBytes,
                             int32_t (*entry)(int32_t thread, void *task));
/// The task is filled. It is called, or left to others.
int32_t tactus_left_task(void *location, int32_t thread, void *task);
int32_t tactus_left_task_with_deps(void *location, int32_t thread, void *task, int32_t count,
                                   const tactus::abi::Dependence *list, int32_t otherCount,
                                   const tactus::abi::Dependence *others);
/// Around the call of a task's entry where its `if` clause does not hold.
void tactus_left_task_begin_if0(void *location, int32_t thread, void *task);
void tactus_left_task_complete_if0(void *location, int32_t thread, void *task);
/// Waits until the items of the list may be used as they say, and for all other tasks in the sink.
void tactus_left_wait_deps(void *location, int32_t thread, int32_t count, const tactus::abi::Dependence *list,
                           int32_t otherCount, const tactus::abi::Dependence *others);
/// Waits for all tasks that are in the sink, if there is one.
void tactus_left_wait(void);
/// The same for code of other compilers, in front of what is to wait for tasks (abi/openmp_waits.def).
void tactus_task_wait_outside(void);
/// Called by constructors of modules whose recursions wait for their own tasks without asking for others: from now on,
/// tasks that are left are called where they are created.
void tactus_keep_tasks(void *);
/// Runs a taskloop and waits for it. `pattern` is the task's record with its bounds, in the caller's frame; `flags` are
/// those of the task; `isDeferred` is the value of the if clause; `size` belongs to the schedule.
void tactus_taskloop(const tactus::abi::Taskloop *code, void *pattern, int32_t flags, int32_t isDeferred,
                     int32_t schedule, uint64_t size);
/// LoopDescriptor::run of all taskloops.
void tactus_taskloop_run(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);

/// Around converted code in which somebody may ask OpenMP's functions where it is: a parallel region, and an explicit
/// task. `region` has the words above, and is in a frame of its own, which is called and not inlined; `frameEnd` is the
/// address of that frame's return address. `threads` is the number of the num_threads clause, 1 if the region is serial
/// and 0 if nothing is said. Records are left in the reverse of their order, by the thread that has entered them.
void tactus_region_enter(void *region, uint64_t threads, void *frameEnd);
void tactus_task_enter(void *region, void *frameEnd);
void tactus_region_leave(void *region);
/// The number of threads of a region that libomp is about to run, whose clause says `threads`, 0 for no clause. Returns
/// 0 where there is none and libomp decides as it should by itself.
int32_t tactus_region_threads(int32_t threads);

/// The record around this place, for what libomp is going to run (runtime/regions/libomp_records.h); null outside of
/// all.
void *tactus_region_current(void);

/// A thread begins its part of a region that libomp runs, and that was forked where tactus_region_current() was
/// `around`. `region` is RegionWords of its frame, as above. Returns what the thread leaves with, which may be null.
void *tactus_libomp_region_enter(void *region, void *around, void *frameEnd);
void tactus_libomp_region_leave(void *entered);

/// A thread comes to a loop with schedule(runtime) in a region that libomp runs: what libomp is to be told of it, the
/// schedule below and the chunk in the upper half. Settings of ours hold as they were where the region was forked.
uint64_t tactus_libomp_schedule(int32_t schedule, int32_t chunk);

/// A task that libomp is going to run has been created here; `task` is LibompTaskWords of the task's memory, which may
/// be copied.
void tactus_libomp_task_create(void *task);

/// It begins, or a part of it if it is untied; `regions` is 2 * RegionWords of its frame. Returns what it leaves with,
/// which may be null.
void *tactus_libomp_task_enter(void *regions, void *task, void *frameEnd);
void tactus_libomp_task_leave(void *entered);
/// From now on, threads keep their numbers: called by constructors of modules that ask for them outside of what libomp
/// runs.
void tactus_use_thread_numbers(void *);

/// Runs a parallel region as a team of strands: `code` with `environment`, by each member with its number. `threads` is
/// the number of the num_threads clause, 0 without one; for `flags` see abi/teams.h. Returns 0 if it has not been run:
/// libomp is to run it then. What members ask of the team is in abi/team_functions.def.
int32_t tactus_team_fork(void (*code)(void *environment, int32_t number), void *environment, int32_t threads,
                         uint32_t flags);
/// Runs a parallel region whose members need no threads of their own, each from barrier to barrier. Returns 0 if it has
/// not been run, as above.
int32_t tactus_team_phases(tactus::abi::PhasedRegion *region, void *environment, int32_t threads);
/// Does each of the functions of other files that the question names say that it waits for nobody, and those that it
/// calls? The first question looks. Thread-safe.
int32_t tactus_callees_return(tactus::abi::CalleeQuestion *question);
/// LoopDescriptor::run of their loops over members.
void tactus_team_phases_run(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);
/// Around a region that runs as strands, in phases or on libomp, for the trace: how long it took, by its place. Each
/// thread's regions nest. Thread-safe: it concerns the calling thread only.
void tactus_time_begin(const tactus::abi::RegionIdent *ident);
void tactus_time_end(void);
/// Called by constructors of modules. `use` is the address of abi::LibompUse.
void tactus_note_libomp_use(void *use);

/// A task group begins that reduces `count` items, which stay where they are until it ends. `group` has the words
/// above, and `room` bytes for copies behind them. The functions of the items must not throw. Groups nest. Thread-safe:
/// it concerns the calling strand only, as all of these functions do. They end the process with a message if there is
/// no memory for a copy.
void tactus_reduction_begin(void *group, const tactus::abi::TaskReductionItem *items, uint64_t count, uint64_t room);
/// All tasks of the group have been joined: combines what they have left into the items.
void tactus_reduction_end(void *group);
/// The calling strand's copy of the item that `address` names: by its own address or by that of any copy of it. Looks
/// in `group`, null for the innermost, and then in those around it, libomp's too.
void *tactus_reduction_find(void *group, void *address);
/// The same; until the copy is released nobody else gets it, and tasks that the calling strand begins find others.
/// `hold` has the words above, all 0.
void *tactus_reduction_hold(void *group, void *address, void *hold);
/// Ends a hold, if it has begun. Holds end in the reverse of their order.
void tactus_reduction_release(void *hold);

/// Critical sections and locks in the way that libomp has for little contention, without libomp (openmp/locks.cpp).
/// `lock` is an omp_lock_t, or the variable of a critical section's name, which is 0 before anybody has come to it.
/// Begins a lock, ends it, waits for it, leaves it. Each returns 0, or OtherLock where the lock is of another kind,
/// which only libomp knows. tactus_lock_try() returns 1 if it has got the lock, else 0. Thread-safe.
int32_t tactus_lock_begin(void *lock);
int32_t tactus_lock_end(void *lock);
int32_t tactus_lock_enter(void *lock);
int32_t tactus_lock_leave(void *lock);
int32_t tactus_lock_try(void *lock);

/// Called by a constructor of what uses OpenMP. Thread-safe. Registering the same twice has no effect.
void tactus_register_libomp(const tactus::abi::LinkedLibomp *libomp);

/// What code that the plugin has compiled calls in place of OpenMP's functions (openmp_functions.def). `next` is the
/// function that the caller itself has been linked to, null if there is none; it answers outside of our strands.
#define OPENMP_QUERY(name, kind) int tactus_##name(int (*next)());
#define OPENMP_QUERY_OF_LEVEL(name, kind) int tactus_##name(int level, int (*next)(int));
#define OPENMP_SETTER(name) void tactus_##name(int value, void (*next)(int));
#define OPENMP_SCHEDULE_SETTER(name) void tactus_##name(int kind, int chunk, void (*next)(int, int));
#define OPENMP_SCHEDULE_QUERY(name) void tactus_##name(int *kind, int *chunk, void (*next)(int *, int *));
#define OPENMP_PAUSE(name) int tactus_##name(int kind, int device, int (*next)(int, int));
#define OPENMP_C_CAPTURE(name)                                                                                         \
  uint64_t tactus_##name(char *buffer, uint64_t size, const char *format,                                              \
                         uint64_t (*next)(char *, uint64_t, const char *));
#define OPENMP_C_DISPLAY(name) void tactus_##name(const char *format, void (*next)(const char *));
#include "abi/openmp_functions.def"
/// For objects of other compilers (driver/openmp_wrapper.h): is the calling thread in a region that a runtime other
/// than libomp, whose omp_get_level() this is, runs inside of a strand of ours?
int tactus_in_foreign_region(int (*level)());

/// Is the calling thread a member of a team of strands, and in no region of another runtime that has begun since?
/// `level` is as above. Then a construct in an object of GCC's binds to that team (driver/gomp_wrapper.h).
int tactus_binds_to_team(int (*level)());
/// Ends the program: there is no such construct in a team.
[[noreturn]] void tactus_refuse_construct(const char *name);
/// The same for what clang calls: a task's copy of what a reduction of ours or of libomp's names.
void *tactus_kmpc_task_reduction_get_th_data(int thread, void *group, void *address,
                                             void *(*next)(int, void *, void *));
/// The same: the clause thread_limit of a target construct, in the task that clang makes of it.
void tactus_kmpc_set_thread_limit(void *location, int32_t thread, int32_t limit,
                                  void (*next)(void *, int32_t, int32_t));
}

#endif // TACTUS_ABI_OPENMP_H
