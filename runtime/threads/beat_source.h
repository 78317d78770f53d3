//===- beat_source.h - what tells a thread that its beat is due --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// With TACTUS_BEAT=poll, the default, a poll reads the clock. Other sources interrupt the thread by a signal (TPAL §4,
// HBC §5.2):
//
//     ping    one thread for the process, which sends the signal to each thread whose beat is due
//     timer   a POSIX timer for each thread
//     perf    an event counter for each thread, which overflows
//     kernel  a kernel module, which moves threads without a signal (kernel_beat.cpp)
//
// All of them follow one rule: a thread has at most one beat under way, and asks for the next one when it takes that.
//
//             ask                 signal                  a poll takes it, and asks again
//     Silent ─────► Asked, Sent ─────────► Delivered ───────────────────────────────────► Asked
//
// So a thread that does not poll gets one signal at most, then silence; a program without parallel work gets none, and
// no queue of signals builds up behind a thread that the kernel does not let run.
//
// In code with polls the handler does two things: it sets the time of the next beat to 0, so that the next poll finds
// the beat due, and it takes so much credit away that the next charge polls. Where compiled code keeps its credit in
// a register, or stores it at that moment, the second is lost, and the beat waits until that credit is used up.
//
// A beat whose signal does not come (the program blocks it, or has installed another handler) is taken by the clock
// some beats later. Nothing ever depends on a signal.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_BEAT_SOURCE_H
#define TACTUS_RUNTIME_THREADS_BEAT_SOURCE_H

#include "os/settings.h"
#include "threads/thread.h"

#include <atomic>

namespace tactus {

/// What brings beats: as asked for, or what is left where that cannot be had. Relaxed: only ever moves towards Poll,
/// and a thread that sees it late asks in vain once.
extern constinit std::atomic<BeatSource> beatSource;

/// After the settings have been read.
void chooseBeatSource();

/// As TACTUS_BEAT has it.
const char *beatSourceName();

inline bool hasBeatSignals() { return beatSource.load(std::memory_order_relaxed) != BeatSource::Poll; }

/// How many beats have passed unseen before the one that is due now.
uint64_t missedBeats(const ThreadState &thread, uint64_t now, uint64_t beat);

/// Before a poll of code without polls: a beat that the kernel has brought, if there is one, is delivered. The owner,
/// or its handler.
void receiveKernelBeat(ThreadState &thread);

/// The beat that is due has been seen by a poll: sets the time of the next one, and asks for it. Keeps errno.
void takeBeat(ThreadState &thread, uint64_t now, uint64_t beat);

/// The thread begins something new: its next beat is a beat from now. Keeps errno.
void startBeat(ThreadState &thread, uint64_t now, uint64_t beat);

/// A poll is over. A beat that has come meanwhile has met nothing but libtactus: its signal is to come again soon. For
/// code without polls, where nothing else would remind of it.
void renewBeat(ThreadState &thread);

/// At the end of the calling thread, whose state this is: no beat is sent any more.
void stopBeats(ThreadState &thread);

/// The versions of code have changed (maps/versions.h): for the kernel, which moves threads between them.
void publishVersions();

/// In the child of a fork. Only the calling thread exists; `current` is its state, or null.
void resetBeats(ThreadState *current);

/// What the handler takes away from the credit, so that the next charge polls. Far more than any charge leaves it below
/// 0, and far less than what would let a charge overflow (tactus/detail/credit.h).
inline constexpr int64_t Haste = int64_t{1} << 52;

/// Has the handler made this poll come?
inline bool isHastened() { return tactus_credit < -Haste / 2; }

/// In a poll: makes the credit what it is without the handler's doing.
inline void takeBackHaste() {
  if (isHastened())
    tactus_credit += Haste;
}

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_BEAT_SOURCE_H
