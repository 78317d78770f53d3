//===- heartbeat.h - when a beat is due -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_HEARTBEAT_H
#define TACTUS_RUNTIME_HEARTBEAT_H

#include "abi/policy.h"
#include "stack_walk.h"
#include "thread.h"

namespace tactus {

using abi::MaximalTokens, abi::PollsPerBeat;
/// PollsPerBeat for a loop whose price has held since its last poll.
inline constexpr uint64_t SteadyPollsPerBeat = 2;

/// Drops the tokens that are more than that.
void limitTokens(ThreadState &thread);

/// A beat in ticks, at least PollsPerBeat.
uint64_t beatTicks();

/// The credit between two polls: what a quarter of a beat (in ticks) stands for, or a fixed number of iterations.
int64_t refillCredit(uint64_t beat);

/// A thread starts something new: its next beat is due a beat from now, and the time before the next poll teaches
/// nothing about the price of iterations.
void delayBeat(ThreadState &thread);

/// The time before the next poll teaches nothing.
void forgetPoll(ThreadState &thread);

/// How a weight comes down when iterations have become cheaper.
enum class Lowering {
  /// Not now: the expensive ones may come again.
  Wait,
  /// By a quarter at most.
  Slow,
  /// Half way: polls have used more than their share of the time.
  Fast,
};

/// The new weight of a loop, from what happened between two polls.
struct WeightSample {
  int64_t weight;      // the present one
  int64_t refill;      // the largest useful one
  uint64_t ticks;      // between the polls
  int64_t charged;     // credit used between them
  uint64_t iterations; // executed between them, 0 if not known
  Lowering lowering = Lowering::Fast;
};
int64_t learnWeight(const WeightSample &sample);

} // namespace tactus

// What trampolines.S calls, with the registers of its caller.
extern "C" {
int64_t tactus_poll_slow(const tactus::CallerState *caller);
void tactus_join_slow(tactus::abi::LoopSlot *slot, const tactus::CallerState *caller);
void tactus_cancel_slow(tactus::abi::LoopSlot *slot, const tactus::CallerState *caller);
void tactus_latent_push_slow(tactus_latent *latent, const tactus::CallerState *caller);
void tactus_latent_poll_slow(const tactus::CallerState *caller);
tactus_fork_record *tactus_fork_poll_slow(tactus_fork_descriptor *descriptor, const uint64_t *environment,
                                          const tactus::CallerState *caller);
int64_t tactus_handler_poll_slow(int64_t *weight, const tactus::CallerState *caller);
void tactus_fork_join_slow(tactus_fork_record *record, const tactus::CallerState *caller);
int tactus_fork_cancel_slow(tactus_fork_record *record, const tactus::CallerState *caller);
tactus_fork_record *tactus_fork_leave_slow(tactus_fork_record *record, const tactus::CallerState *caller);
}

#endif // TACTUS_RUNTIME_HEARTBEAT_H
