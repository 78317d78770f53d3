//===- loops.h - how a loop charges, polls and joins ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   compiled code                                libtactus
//   ─────────────                                ─────────
//   tactus_credit -= work            ┐
//   if (tactus_credit < 0)           ├─ poll ──► is a beat due? walk the stack with the
//     tactus_credit = tactus_poll(…) ┘           stack maps, promote the oldest loop
//   LoopSlot on the stack            ◄─────────  promotion lowers `end`, sets `join`
//   if (slot.join) tactus_join(&slot)  ────────► wait for the tasks
//
// The structures have a mirror for C in <tactus/latent.h>, which is held against the same list of fields.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_LOOPS_H
#define TACTUS_ABI_LOOPS_H

#include "abi/fields.h"
#include "tactus/latent.h" // tactus_credit

#include <cstdint>

namespace tactus::abi {

/// Credit is counted in units of 1/64 tick of the time stamp counter, so that one iteration of a vectorised
/// loop, a fraction of a tick, still has an integral price.
inline constexpr int64_t CreditPerTick = 64;

/// An initial `LoopDescriptor::weight` for a loop whose body has no bounded cost: larger than any refill, so
/// that the first iterations are polled one by one until their price is known.
inline constexpr int64_t UnknownWeight = TACTUS_UNKNOWN_WEIGHT;

/// Bits of LoopDescriptor::flags.
enum LoopFlags : uint32_t {
  /// The loop is innermost: it is polled once a chunk.
  LeafLoop = 1,
  /// Tasks leave reduction results, which tactus_combine consumes; the join record outlives tactus_join.
  HasReduction = TACTUS_LOOP_HAS_RESULTS,
  /// The loop is a taskloop of OpenMP's: it is promoted only where OpenMP runs tasks in parallel.
  LoopOfTasks = 4,
  /// The loop is a parallel region of OpenMP's.
  LoopIsRegion = 8,
  /// Somebody in the loop may ask about the region: tactus_region_enter() surrounds the slice.
  LoopHasRegion = 16,
  LoopNamesItself = TACTUS_LOOP_NAMES_ITSELF,
  /// Of a loop of tasks: nobody in it can ask which task he is in.
  LoopOfUnaskedTasks = 64,
  InterruptedLoop = TACTUS_LOOP_IS_INTERRUPTED,
  /// Of a loop of tasks: each block that its clause makes is a task with a record of its own.
  LoopOfSeparateTasks = 256,
  /// Behind the loop, a slice calls none of the program's code: no destructor, and no combiner of its own.
  LoopEndsSlice = 512,
  /// schedule(static) without a chunk: each thread of the team has one part, of equal length, and runs it in order.
  LoopInParts = 1024,
};
static_assert(LeafLoop + HasReduction + LoopOfTasks + LoopIsRegion + LoopHasRegion + LoopNamesItself +
                      LoopOfUnaskedTasks + InterruptedLoop + LoopOfSeparateTasks + LoopEndsSlice + LoopInParts ==
                  2047,
              "each flag has a bit of its own");

/// The initial `LoopDescriptor::weight` of an interrupted loop: iterations of so many instructions; an eighth of a
/// beat.
inline constexpr int64_t InstructionsOfStrip = 1 << 15;

struct Join;

/// One parallel loop of the source. Static data, one for each compiled slice function.
struct LoopDescriptor {
  /// Runs iterations [begin, end) as a task. `environment` is the task's copy of LoopSlot::environment; `result`
  /// is the task's result area of LoopSlot::resultBytes bytes, aligned to TACTUS_RESULT_ALIGNMENT, or null if that is
  /// 0. A reduction leaves there the argument list for its combiner (see tactus_combine), followed by the private
  /// copies.
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

} // namespace tactus::abi

extern "C" {

/// Poll, called when tactus_credit has become negative; the caller has stored it. Returns the new credit, which the
/// caller stores. `weight` is that of the loop that polls: it says what memory the poll may write that the caller holds
/// in registers, and is for the optimiser only. Convention preserve_most: clobbers rax, r11 and the vector registers
/// only. May lower `end` and set `join` of any LoopSlot in the calling thread's frames.
int64_t tactus_poll(int64_t *weight);

/// The same for a loop that waits for interrupts (InterruptedLoop), in a block that is entered when a beat has come;
/// and at the loop's beginning when tactus_credit is not positive. `weight` is that of a leaf loop, else null.
int64_t tactus_beat(int64_t *weight);

/// Waits until all tasks of `slot->join` have finished. Without HasReduction it also frees the join record and sets
/// `slot->join` to null.
void tactus_join(tactus::abi::LoopSlot *slot);

/// Combines the results of the tasks of `slot->join`, joined before, in index order: calls reduce(list, taskResult) for
/// each, where taskResult is the task's result area; frees the join record and sets `slot->join` to null.
void tactus_combine(tactus::abi::LoopSlot *slot, void *list, void (*reduce)(void *list, void *taskResult));

/// Where the blocks of a reproducible loop leave their parts: `count` times `bytes`, uninitialised, aligned to
/// TACTUS_RESULT_ALIGNMENT. Null if TACTUS_REPRODUCIBLE=0 asks for none: then a loop's results depend on where it is
/// split. The second function takes them back.
void *tactus_parts_begin(uint64_t count, uint64_t bytes);
void tactus_parts_end(void *parts);
}

#define TACTUS_LOOP_DESCRIPTOR_FIELDS(FIELD)                                                                           \
  FIELD(run, run)                                                                                                      \
  FIELD(file, file)                                                                                                    \
  FIELD(function, function)                                                                                            \
  FIELD(line, line)                                                                                                    \
  FIELD(column, column)                                                                                                \
  FIELD(environmentWords, environment_words)                                                                           \
  FIELD(flags, flags)                                                                                                  \
  FIELD(weight, weight)                                                                                                \
  FIELD(promotions, promotions)                                                                                        \
  FIELD(tasks, tasks)

/// `environment` comes last: it is the first of any number of words.
#define TACTUS_LOOP_SLOT_FIELDS(FIELD)                                                                                 \
  FIELD(descriptor, descriptor)                                                                                        \
  FIELD(end, end)                                                                                                      \
  FIELD(join, join)                                                                                                    \
  FIELD(resultBytes, result_bytes)                                                                                     \
  FIELD(strandLimit, strand_limit)                                                                                     \
  FIELD(environment, environment)

namespace tactus::abi {

TACTUS_FIELDS(LoopDescriptorFields, LoopDescriptor, TACTUS_LOOP_DESCRIPTOR_FIELDS, Name);
TACTUS_FIELDS(PublicLoopDescriptorFields, tactus_loop_descriptor, TACTUS_LOOP_DESCRIPTOR_FIELDS, PublicName);
static_assert(sameLayout(LoopDescriptorFields::all, PublicLoopDescriptorFields::all));

TACTUS_FIELDS(LoopSlotFields, LoopSlot, TACTUS_LOOP_SLOT_FIELDS, Name);
TACTUS_FIELDS(PublicLoopSlotFields, tactus_loop_slot, TACTUS_LOOP_SLOT_FIELDS, PublicName);
static_assert(sameLayout(LoopSlotFields::all, PublicLoopSlotFields::all));
// Compiled code addresses a slot by words.
static_assert(LoopSlotHeaderWords == LoopSlotFields::environment &&
              LoopSlotFields::all[LoopSlotFields::environment].offset == 8 * LoopSlotHeaderWords);

} // namespace tactus::abi

#endif // TACTUS_ABI_LOOPS_H
