//===- beat.h - when a beat is due, and what credit a part of it is -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_BEAT_H
#define TACTUS_RUNTIME_THREADS_BEAT_H

#include <cstdint>

namespace tactus {

struct ThreadState;

/// With TACTUS_CHUNK every iteration and every fork has this price.
inline constexpr int64_t FixedWeight = 1;

/// A beat in ticks, at least MostPollsPerBeat.
uint64_t beatTicks();

/// What a time in ticks stands for, as credit for the next poll. Where forks are eager it is less than the price that
/// each of them starts with and keeps.
int64_t creditOf(uint64_t ticks);

/// The credit between two polls: what TACTUS_POLLS makes of a beat (in ticks), or a fixed number of iterations.
int64_t refillCredit(uint64_t beat);

/// What takes less is not worth being handed on: some ten times the price of a promotion and a steal.
uint64_t worthwhileTicks();

/// A thread starts something new: its next beat is due a beat from now, and the time before the next poll teaches
/// nothing about the price of iterations.
void delayBeat(ThreadState &thread);

/// The time before the next poll teaches nothing.
void forgetPoll(ThreadState &thread);

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_BEAT_H
