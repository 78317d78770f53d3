//===- eager.h - tasks that are made where they are created ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TACTUS_TASKS=eager, Insieme's way (§3.1): each fork becomes a task at once, in a queue of bounded size; while that is
// full, what is forked is a call (lazy task generation). No code is compiled for it. A fork whose price is not known
// polls (ForkLowering.h), and nobody learns the prices of eager forks:
//
//     compiled code                         libtactus
//     ─────────────                         ─────────
//     credit -= unknown price; < 0
//     r = tactus_fork_poll(fork, environment) ──► the credit is given back: loops go on spending it
//                                                 room in the queue? a task of it, to be joined
//     first branch                                else null: it is a call, and never becomes a task
//     r ? join : second branch
//
// Parallel loops are split on beats as ever. A taskloop is halved until the queue is full, where it begins and at each
// of its polls.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_EAGER_EAGER_H
#define TACTUS_RUNTIME_EAGER_EAGER_H

#include "threads/frame_state.h"

#include "tactus/latent.h"

#include <cstdint>

namespace tactus {

/// Makes a task of a fork that has just polled, with what it paid given back; null if it is to be a call. `caller`: of
/// the poll. If the fork is an explicit record, this is the youngest.
tactus_fork_record *forkEagerly(tactus_fork_descriptor &descriptor, const uint64_t *environment,
                                const CallerState &caller);

/// Makes tasks of a taskloop that polls through its record, the youngest, as long as there is room.
void splitEagerly(tactus_latent &record, const CallerState &caller);

} // namespace tactus

#endif // TACTUS_RUNTIME_EAGER_EAGER_H
