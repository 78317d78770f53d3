//===- market.h - the arenas, and the threads that help in them -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     a task is pushed ──► a helper is searching? ── yes ──► it finds the task
//                               │ no
//                               ▼
//                          fewer helpers than may be? ── yes ──► tactus_begin(help)
//
//     help: take a seat in the arena of the highest priority that has tasks, run tasks, leave; search a while; end
//
// Helpers are Tactus' own threads, with slots if there are any free. There may be as many as Tactus has workers, less
// one for the thread of the user's, or as max_allowed_parallelism says; and one more for each thread that sleeps in a
// wait.
//
// No lost task. Who pushes makes the task visible and then looks for a helper that searches, or for room for another.
// A helper that ends makes that visible and then looks for tasks. Between the two lies a fence on both sides, so at
// least one sees the other.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_MARKET_H
#define TACTUS_TBB_MARKET_H

#include "arena.h"

namespace tactus::onetbb {

inline constexpr unsigned NormalPriority = 1, Priorities = 3;

/// Threads of an arena for which nothing else has been said.
int defaultConcurrency();

/// An arena with one reference.
Arena *newArena(int concurrency, unsigned reserved, unsigned priority);
void holdArena(Arena &arena);
/// Frees it after the last reference and the last task.
void releaseArena(Arena &arena, bool asHelper = false);

/// There are tasks: makes sure of a helper, if there is room for one.
void callHelper(Arena &arena);
/// The same after a push, behind a fence. `mustBegin`: also where an arena has no room for helpers, or none are
/// allowed.
void announce(Arena &arena, bool mustBegin);

/// A thread sleeps, so that another may be at work; it goes on.
void lendCapacity();
void takeCapacityBack();

/// As many threads may be at work, for global_control; 0: as Tactus has workers.
void limitThreads(size_t count);
size_t threadLimit();

/// Whether nobody has an arena, and there are no helpers.
bool isIdle();
/// Waits until it is so; false if somebody still has an arena.
bool waitForHelpers();

} // namespace tactus::onetbb

#endif // TACTUS_TBB_MARKET_H
