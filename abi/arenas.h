//===- arenas.h - places and numbers of threads in arenas ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A library that has arenas, as oneTBB has (tbb/), shares their places with libtactus. A place is the right to run in
// an arena. What is latent there becomes a task only if there is a place for it. Numbers are the library's: whoever
// runs in a place may ask for one.
//
//     thread of the user's     tactus_arena_take_place, number it, tactus_arena_enter ... _leave, _leave_place; outside
//                              of all arenas it is in one of its own, which the library makes when asked
//     thread of the library's  number it, tactus_arena_enter ... _leave
//     task made by a beat      has a place, or that of a strand that waits for it (regions/team_places.h); it gets a
//                              number when it first asks, with a borrowed place that of the lender
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_ARENAS_H
#define TACTUS_ABI_ARENAS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tactus_arena tactus_arena;

/// What the library does for libtactus; of each function, `context` is the arena's.
typedef struct tactus_arena_functions {
  /// A number for a strand that has a place; -1 if none is free.
  int (*take_number)(void *context);
  void (*give_number_back)(void *context, int number);
  /// Somebody has left a place.
  void (*place_left)(void *context);
  /// The calling thread begins a strand of the arena as a task, and ends it. The library may keep what it likes in
  /// `kept`.
  void (*begin_strand)(void *context, void *kept[2]);
  void (*end_strand)(void *kept[2]);
  /// The arena of a thread that is in no other; null if it is to have none. Called where something is promoted that is
  /// to be counted.
  tactus_arena *(*own)(void);
  /// A computation begins, and other libraries have been loaded since the last one: the library may have own arenas
  /// counted from now on (tactus_arena_count_own).
  void (*look_at_loaded)(void);
} tactus_arena_functions;

/// Once, before there are arenas. The functions stay.
void tactus_arena_use(const tactus_arena_functions *functions);

/// An arena with so many places, all of them free; null without memory.
tactus_arena *tactus_arena_make(unsigned places, void *context);
void tactus_arena_free(tactus_arena *arena);

int tactus_arena_take_place(tactus_arena *arena);
void tactus_arena_leave_place(tactus_arena *arena);

/// The calling thread, which has a place and that number, is in the arena until it leaves. `memory` has
/// TACTUS_ARENA_WORDS words of a frame that calls nothing else meanwhile but what is in the arena. Returns the thread's
/// strand.
enum { TACTUS_ARENA_WORDS = 24 };
void *tactus_arena_enter(tactus_arena *arena, uint64_t *memory, int number);
void tactus_arena_leave(uint64_t *memory);

/// From now on, what the calling thread promotes outside of all other arenas is in this one if it is counted. The
/// thread has a place there and that number. Returns the thread's strand.
void *tactus_arena_own(tactus_arena *arena, int number);
/// It has none any more. False, and nothing is changed, if something that it has promoted has not been joined.
int tactus_arena_disown(void);

/// The innermost strand of the calling thread if an arena is the innermost region around it, and the context of that;
/// null otherwise.
void *tactus_arena_strand(void **context);
/// If a region of OpenMP's or of tactus_limit_workers() is the innermost around the calling strand, or a task that
/// nobody counts: its number there, which is less than the number of workers or the region's size, and that size, 0 in
/// none. -1 if an arena is the innermost, or the thread is outside of all. Implies the next.
int tactus_arena_number_elsewhere(unsigned *teamSize);
/// From now on, threads' own arenas count what is promoted in them. Until then it is bounded by slots alone, and costs
/// nothing.
void tactus_arena_count_own(void);
/// Its number, for which the thread that runs it asks. `isBorrowed`: it is that of a strand that waits for this one.
int tactus_arena_number(void *strand, int *isBorrowed);
/// It has another one now, which has not been borrowed.
void tactus_arena_renumber(void *strand, int number);

#ifdef __cplusplus
}
#endif

#endif // TACTUS_ABI_ARENAS_H
