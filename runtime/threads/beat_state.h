//===- beat_state.h - the beat that a thread has asked for -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_BEAT_STATE_H
#define TACTUS_RUNTIME_THREADS_BEAT_STATE_H

#include "abi/kernel_beat.h"

#include <atomic>
#include <cstdint>
#include <sys/types.h>
#include <time.h>

namespace tactus {

/// One thread's part in the protocol of beat_source.h.
struct BeatState {
  enum Phase : uint32_t {
    /// Nobody waits for a beat.
    Silent,
    /// The thread has asked for one.
    Asked,
    /// The ping thread has sent it.
    Sent,
    /// The signal has arrived, and no poll has taken the beat yet.
    Delivered,
  };
  /// The owner: Silent, Delivered → Asked, and anything → Silent at its end. The ping thread: Asked → Sent, by
  /// compare-exchange. The signal handler, on the owner: Asked, Sent → Delivered. Sequentially consistent where the
  /// ping thread may be going to sleep (ping_thread.cpp); else release and acquire, for what stands below.
  std::atomic<uint32_t> beatPhase{Silent};
  /// In ticks. Written by the owner before it asks.
  std::atomic<uint64_t> beatDueAt{0};
  /// When the signal is to come again because nobody has taken the beat, in ticks; 0: never. Written by the handler,
  /// taken by the ping thread.
  std::atomic<uint64_t> beatRepeatAt{0};
  /// How often it has come again, and since when that is counted, in ticks. Owner and its handler.
  std::atomic<uint32_t> beatRepeats{0};
  std::atomic<uint64_t> beatRepeatsSince{0};
  /// In ticks. Written by the handler, read by the owner.
  std::atomic<uint64_t> beatDeliveredAt{0};
  /// When the handler has last sent the thread on its way to a point, in ticks; 0 if it has not since the beat was
  /// asked for. Owner and its handler.
  std::atomic<uint64_t> beatMovedAt{0};
  /// That way was longer than a strip should be. Owner only.
  bool hasWaitedLong = false;
  /// The kernel's number of the thread, 0 before it has asked for its first beat. Written by the owner before it asks.
  std::atomic<pid_t> threadId{0};
  /// The timer, or the file of the event counter, that brings the thread's beats. Owner only.
  timer_t beatTimer{};
  bool hasBeatTimer = false;
  /// The timer brings a signal at every beat until it is set anew. Owner and its handler.
  std::atomic<bool> isBeatTimerInStep{false};
  /// How many beats it has brought so. Owner only.
  uint32_t beatsInStep = 0;
  int beatCounter = -1;
  /// It counts cycles, not nanoseconds, and this many of them. Owner and its handler.
  bool countsCycles = false;
  uint64_t counterPeriod = 0;
  /// What the thread and the kernel module tell each other. Written by both, on one processor: volatile is enough.
  volatile TactusBeatArea kernelBeat{};
  /// The module knows the thread. Owner only.
  bool hasKernelBeats = false;
  /// What has been counted of the area. Owner only.
  uint64_t countedMoves = 0, countedElsewhere = 0, countedInKernel = 0;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_BEAT_STATE_H
