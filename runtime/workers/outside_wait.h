//===- outside_wait.h - a thread that waits for what is not ours lends its place ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   waiting thread                            spare thread
//   promote what is latent around the wait
//   give the slot away ──────────────────►    runs the tasks
//   test, sleep, test, …                      has nothing to do: the slot becomes free
//   promote what is still latent ────────►    …
//   go on; take a free slot, if there is one
//
// As in a join, no stack runs anything on top of the waiting frame. Safety: a promotion is made by the thread that owns
// the frames, at a call, as at a poll. The slot goes away as in a join (join.cpp): with its tasks to a spare thread, or
// free and empty. Progress: what waits for something latent around it, a message of a later iteration's, gets it: all
// that is latent is promoted, part by part, as soon as a worker has nothing to do.
//
// Behind the wait the thread may have no slot. It goes on sequentially then, beside the workers, and asks for one at
// its next beat.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_WORKERS_OUTSIDE_WAIT_H
#define TACTUS_RUNTIME_WORKERS_OUTSIDE_WAIT_H

#include "abi/waits.h"

namespace tactus {

struct CallerState;
struct ThreadState;

/// The thread waits, in a call from `caller`. Returns who is at work meanwhile (abi/waits.h).
int lendPlace(ThreadState &thread, const CallerState &caller);

/// The thread goes on.
void takePlaceBack(ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_WORKERS_OUTSIDE_WAIT_H
