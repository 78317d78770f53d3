//===- abi.h - the contract between compiled code and libtactus ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The one definition of everything that the compiler plugin emits and the runtime
// reads, or the other way round. Both sides include this header and what is in abi/, where
// the structures' fields are listed for those who write them without a C++ compiler.
//
//   compiled code                                libtactus
//   ─────────────                                ─────────
//   tactus_credit -= work            ┐
//   if (tactus_credit < 0)           ├─ poll ──► is a beat due? walk the stack with the
//     tactus_credit = tactus_poll(…) ┘           stack maps, promote the oldest loop
//   LoopSlot on the stack            ◄─────────  promotion lowers `end`, sets `join`
//   if (slot.join) tactus_join(&slot)  ────────► wait for the tasks
//
// Every call that may reach a poll carries a "deopt" operand bundle: for each loop that is
// live there, outermost first, the triple (LatencyKind, iteration, address of its LoopSlot).
// The code generator turns it into a stack map, in the format below.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_ABI_H
#define TACTUS_RUNTIME_ABI_H

#include "abi/stubs.h"
#include "tactus/latent.h" // tactus_credit, and all that concerns forks

#include <cstdint>

namespace tactus::abi {

/// Raised with every incompatible change; modules of another version are refused at start-up.
inline constexpr uint32_t Version = 4;

/// Credit is counted in units of 1/64 tick of the time stamp counter, so that one iteration of a vectorised
/// loop, a fraction of a tick, still has an integral price.
inline constexpr int64_t CreditPerTick = 64;

/// An initial `LoopDescriptor::weight` for a loop whose body has no bounded cost: larger than any refill, so
/// that the first iterations are polled one by one until their price is known.
inline constexpr int64_t UnknownWeight = int64_t{1} << 24;

/// What begins an entry of a bundle: a loop's triple (kind, iteration, address of its LoopSlot), or a fork's
/// (FirstBranch, number of values, two halves of the descriptor's id, values...). A fork comes last.
enum LatencyKind : uint32_t {
  /// The iteration is being executed; what may run elsewhere is [iteration + 1, end).
  ExecutingIteration = 1,
  /// The iteration is the next to be executed and none is in progress. The running code keeps at
  /// least this one, so what may run elsewhere is [iteration + 1, end) as well.
  NextIteration = 2,
  /// The call is the first branch of a fork, and its values are the environment of the part that may run elsewhere.
  FirstBranch = 3,
};

/// See abi/stubs.h.
inline constexpr uint32_t PromotedSelector = TACTUS_PROMOTED_SELECTOR;

/// Bits of LoopDescriptor::flags.
enum LoopFlags : uint32_t {
  /// The loop is innermost: it is polled once a chunk.
  LeafLoop = 1,
  /// Tasks leave reduction results, which tactus_combine consumes; the join record outlives tactus_join.
  HasReduction = 2,
  /// The loop is a taskloop of OpenMP's: it is promoted only where OpenMP runs tasks in parallel.
  LoopOfTasks = 4,
  /// The loop is a parallel region of OpenMP's.
  LoopIsRegion = 8,
  /// Somebody in the loop may ask about the region: tactus_region_enter() surrounds the slice.
  LoopHasRegion = 16,
  /// Of a loop of tasks: each block that its clause makes is a task with a record of its own.
  LoopOfSeparateTasks = 32,
  /// Of a loop of tasks: nobody in it can ask which task he is in.
  LoopOfUnaskedTasks = 64,
};

struct Join;

/// One parallel loop of the source. Static data, one for each compiled slice function.
struct LoopDescriptor {
  /// Runs iterations [begin, end) as a task. `environment` is the task's copy of LoopSlot::environment; `result`
  /// is the task's result area of LoopSlot::resultBytes bytes, 16-byte aligned, or null if that is 0. A reduction
  /// leaves there the argument list for its combiner (see tactus_combine), followed by the private copies.
  void (*run)(uint64_t begin, uint64_t end, const uint64_t *environment, void *result);
  const char *file;
  const char *function;
  uint32_t line;
  uint32_t column;
  /// Number of 8-byte words in LoopSlot::environment.
  uint32_t environmentWords;
  uint32_t flags;
  /// Price of one iteration in credit units. Read by compiled code at each entry, written by any worker's poll as it
  /// learns the price. Relaxed: every value ≥ 1 is correct, the better value only polls at a better rate.
  int64_t weight;
  /// Promotions of this loop and tasks made by them; written with relaxed atomic additions, read at exit.
  uint64_t promotions;
  uint64_t tasks;
};

/// The latent part of one running loop, in the frame that runs it. `end` and `join` are accessed volatile by compiled
/// code: only the thread that owns the frame writes them, from inside a poll or a join.
struct LoopSlot {
  const LoopDescriptor *descriptor;
  /// Exclusive upper bound; promotion lowers it.
  uint64_t end;
  /// Null until the first promotion.
  Join *join;
  /// Size of a task's result area in bytes, 0 without reductions.
  uint64_t resultBytes;
  /// Upper limit for the number of strands that run this loop at a time (num_threads), 0 for none.
  uint64_t strandLimit;
  /// LoopDescriptor::environmentWords words follow.
  uint64_t environment[1];
};

/// Words of a LoopSlot before its environment.
inline constexpr uint32_t LoopSlotHeaderWords = 5;

//===----------------------------------------------------------------------===//
// Stack maps
//
// Section "tactus_maps" holds, for each compiled function with promotion points, one MapFunction followed by its
// MapRecords, each followed by its entries, of different size. All of it is position independent and 4-byte aligned,
// and shares the COMDAT group of the function, so that discarded copies take their maps with them.
//===----------------------------------------------------------------------===//

struct MapLocation {
  enum Type : uint8_t {
    /// Not expressible; the entry is skipped.
    Unknown = 0,
    /// The value is register + offset.
    Direct = 1,
    /// The value is the `size` bytes at register + offset.
    Indirect = 2,
    /// The value is `offset`, sign-extended.
    Constant = 3,
    /// The value is the 8 bytes at this location's own address + offset.
    WideConstant = 4,
  };
  uint8_t type;
  uint8_t size;
  /// DWARF number: 7 rsp (its value when the call returns), 6 rbp, 3 rbx.
  uint16_t dwarfRegister;
  int32_t offset;
};
static_assert(sizeof(MapLocation) == 8);

/// The head of each entry.
struct MapEntry {
  uint16_t kind; // LatencyKind
  /// Of the whole entry, in units of 4 bytes.
  uint16_t size;
};
static_assert(sizeof(MapEntry) == 4);

/// One latent loop at a call.
struct MapLoop : MapEntry {
  MapLocation iteration;
  MapLocation slot;
};
static_assert(sizeof(MapLoop) == 20);

/// The latent fork whose first branch the call is.
struct MapFork : MapEntry {
  /// The address of the tactus_fork_descriptor minus the address of this field; 0 if there is none, then the entry is
  /// skipped.
  int32_t descriptorOffset;
  /// MapLocations follow, then the wide constants that they refer to.
  uint32_t valueCount;
};
static_assert(sizeof(MapFork) == 12);

/// One call that may reach a poll.
struct MapRecord {
  /// Return address minus the function's address.
  uint32_t returnOffset;
  uint16_t entryCount;
  /// Of all its entries, in units of 4 bytes.
  uint16_t entriesSize;
};
static_assert(sizeof(MapRecord) == 8);

struct MapFunction {
  /// The function's address minus the address of this field.
  int32_t functionOffset;
  uint32_t recordCount;
  /// Bytes between the stack pointer at a call and the return address of the function, or DynamicFrame.
  uint32_t frameSize;
  /// Bytes of this MapFunction with all that follows it.
  uint32_t totalSize;
};
static_assert(sizeof(MapFunction) == 16);

/// Frame size of functions with dynamic allocas or a realigned stack: their rbp is the address of the saved rbp, and
/// the return address lies above it.
inline constexpr uint32_t DynamicFrame = 0xffffffff;

/// For tactus_tasks_enter(): a final task.
inline constexpr int32_t FinalTaskScope = -1;

/// Where a rest that may throw (compiler/lower/rests/Continuation.h) leaves its exception in its result area; null if
/// it has thrown none.
inline constexpr uint32_t ExceptionResultWord = 1;

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

/// What tactus_tasks_enter() found; in the frame that calls it.
struct SavedTaskScope {
  uint64_t region;
  uint64_t serial;
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

/// Words of a task group that reduces, in the frame that executes it: of its head, and of each item. Room for copies
/// follows, as much as tactus_reduction_begin() is told.
inline constexpr uint32_t ReductionGroupWords = 6;
inline constexpr uint32_t ReductionWords = 12;
/// Of a task's hold of its view.
inline constexpr uint32_t ReductionHoldWords = 6;

/// Words of a record of a region or task of OpenMP's (runtime/regions.h), in the frame that executes it.
inline constexpr uint32_t RegionWords = 17;
/// Words that a task which libomp runs has behind its own memory (runtime/libomp_records.h).
inline constexpr uint32_t LibompTaskWords = 6;

/// What one executable or shared object registers at start-up. The sections are delimited by the linker's
/// __start_/__stop_ symbols and may be null.
struct Module {
  uint32_t version;
  uint32_t reserved;
  const char *mapsBegin, *mapsEnd;                     // section "tactus_maps"
  LoopDescriptor *const *loopsBegin, *const *loopsEnd; // section "tactus_loops"
};

/// The libomp that an executable or shared object is linked to, known by a function that only libomp has; null if it is
/// linked to none.
struct LinkedLibomp {
  /// __kmpc_global_num_threads
  int32_t (*liveThreads)(void *location);
};

} // namespace tactus::abi

extern "C" {

/// Poll, called when tactus_credit has become negative; the caller has stored it. Returns the new credit, which the
/// caller stores. `weight` is that of the loop that polls: it says what memory the poll may write that the caller holds
/// in registers, and is for the optimiser only. Convention preserve_most: clobbers rax, r11 and the vector registers
/// only. May lower `end` and set `join` of any LoopSlot in the calling thread's frames.
int64_t tactus_poll(int64_t *weight);

/// Waits until all tasks of `slot->join` have finished. Without HasReduction it also frees the join record and sets
/// `slot->join` to null.
void tactus_join(tactus::abi::LoopSlot *slot);

/// Combines the results of the tasks of `slot->join`, joined before, in index order: calls reduce(list, taskResult) for
/// each, where taskResult is the task's result area; frees the join record and sets `slot->join` to null.
void tactus_combine(tactus::abi::LoopSlot *slot, void *list, void (*reduce)(void *list, void *taskResult));

/// Around code whose tasks (forks with TACTUS_FORK_OF_TASK) may be promoted: a parallel region of OpenMP's that the
/// calling thread runs alone. `threads` is 1 for a team of one thread or FinalTaskScope for a final task, where they
/// may not; else any other number. What is entered must be in frames of its own. Pairs nest. Thread-safe: it concerns
/// the calling thread only.
void tactus_tasks_enter(tactus::abi::SavedTaskScope *saved, int32_t threads);
void tactus_tasks_leave(const tactus::abi::SavedTaskScope *saved);
/// Not 0 as soon as compiled code has created a task that libomp runs: converted taskwaits then wait on libomp as well.
/// Written and read relaxed: whoever waits for a task's creation in the program is ordered after it.
extern int32_t tactus_libomp_tasks;
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

/// The record around this place, for what libomp is going to run (runtime/libomp_records.h); null outside of all.
void *tactus_region_current(void);

/// A thread begins its part of a region that libomp runs, and that was forked where tactus_region_current() was
/// `around`. `region` is RegionWords of its frame, as above. Returns what the thread leaves with, which may be null.
void *tactus_libomp_region_enter(void *region, void *around, void *frameEnd);
void tactus_libomp_region_leave(void *entered);

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

/// An exception (an _Unwind_Exception) has reached the end of a rest that runs as a task, and is to be its result.
void tactus_exception_caught(void *exception);
/// Goes on with it, on the thread that has joined the task. Does not return.
void tactus_exception_rethrow(void *exception);
/// Goes on with an exception that has arrived at a landing pad, and that nothing has been noted of: to the handlers
/// around the place of the call. Does not return.
void tactus_exception_reraise(void *exception);
/// For tactus_fork_descriptor::discard: deletes the exception in a result area, if there is one.
void tactus_exception_discard(void *result);

/// Registers and unregisters the stack maps and loops of an executable or shared object; called by its constructors and
/// destructors. Thread-safe. Registering the same module twice counts.
void tactus_register_module(const tactus::abi::Module *module);
void tactus_unregister_module(const tactus::abi::Module *module);

/// Called by a constructor of what uses OpenMP. Thread-safe. Registering the same twice has no effect.
void tactus_register_libomp(const tactus::abi::LinkedLibomp *libomp);

/// What code that the plugin has compiled calls in place of OpenMP's functions (openmp_functions.def). `next` is the
/// function that the caller itself has been linked to, null if there is none; it answers outside of our strands.
#define OPENMP_QUERY(name, kind) int tactus_##name(int (*next)());
#define OPENMP_QUERY_OF_LEVEL(name, kind) int tactus_##name(int level, int (*next)(int));
#define OPENMP_SETTER(name) void tactus_##name(int value, void (*next)(int));
#define OPENMP_SCHEDULE_SETTER(name) void tactus_##name(int kind, int chunk, void (*next)(int, int));
#define OPENMP_SCHEDULE_QUERY(name) void tactus_##name(int *kind, int *chunk, void (*next)(int *, int *));
#include "abi/openmp_functions.def"
/// For objects of other compilers (driver/openmp_wrapper.h): is the calling thread in a region that a runtime other
/// than libomp, whose omp_get_level() this is, runs inside of a strand of ours?
int tactus_in_foreign_region(int (*level)());
/// The same for what clang calls: a task's copy of what a reduction of ours or of libomp's names.
void *tactus_kmpc_task_reduction_get_th_data(int thread, void *group, void *address,
                                             void *(*next)(int, void *, void *));
}

#endif // TACTUS_RUNTIME_ABI_H
