//===- beat_senders.h - how the signal of a beat comes, and what it does ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What beat_source.cpp is made of. Functions that are given a state are called by its thread, but where they say so.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_BEAT_SENDERS_H
#define TACTUS_RUNTIME_THREADS_BEAT_SENDERS_H

#include "maps/frame_step.h"
#include "threads/thread.h"

#include <signal.h>

namespace tactus {

//===--- The signal (beat_handler.cpp) ---===//

/// Installs the handler in front of the one that is there, at the first call in a process.
void installBeatHandler();
void unblockBeatSignal();
/// Our signals carry this, by which the handler tells them from others'.
sigval beatMark();
/// The same of a signal that brings an offer (threads/watch.h).
sigval offerMark();
/// Sends the signal to a thread of the process, if that still exists.
void sendSignal(pid_t process, pid_t thread, sigval mark);
/// In the handler: the signal of a beat has arrived.
void countDelivery(ThreadState &thread, uint64_t now);
/// What a beat needs that has been delivered and not been taken.
enum class BeatNeed {
  /// Its signal has met code where nothing can be done. It comes again.
  Again,
  /// The thread may come to a point, or leave its way. The signal comes again later.
  OnItsWay,
  /// The thread comes to a point as soon as a call has returned.
  Arrives,
  /// The thread has nothing that could run elsewhere.
  None,
};

/// In the handler: asks for the signal once more, if the beat needs it. `isWaiting`: the signal has met a system call,
/// which ends early because of it.
void repeatBeat(ThreadState &thread, uint64_t now, BeatNeed need, bool isWaiting);

/// In the handler, where the signal has met code that may be interrupted: takes the beat, and promotes what is latent
/// further out on the stack. False if that is not possible here. Defined above this room, in heartbeat/.
bool takeBeatAtOnce(ThreadState &thread, StackFrame interrupted);

/// In the handler of a signal that brings an offer: promotes with it what is latent in frames further out than the one
/// that the signal has met. False if nothing could be promoted here. Defined in heartbeat/ as well.
bool takeOfferAtOnce(ThreadState &thread, StackFrame interrupted, bool isWaiting);

/// In the handler, where a beat cannot be taken at once: has the code that the signal has met return to a point, if it
/// has been called by code that has one, and that can be told for sure.
BeatNeed redirectBeat(ThreadState &thread, StackFrame interrupted);

//===--- The ping thread (ping_thread.cpp) ---===//

/// Starts it if there is none. False if no thread can be had.
bool startPingThread();
/// Somebody has asked for a beat.
void wakePingThread();
/// In the child of a fork, which has none.
void forgetPingThread();

//===--- Timers (beat_timer.cpp) ---===//

bool makeBeatTimer(ThreadState &thread);
/// The signal is to come `ticks` from now, and then every `period` ticks, or once for 0.
void setBeatTimer(ThreadState &thread, uint64_t ticks, uint64_t period);
void stopBeatTimer(ThreadState &thread);
void deleteBeatTimer(ThreadState &thread);

//===--- Event counters (beat_counter.cpp) ---===//

/// A counter that overflows after a beat's worth of processor cycles of the thread; of its time where the machine
/// counts no cycles. False with errno set if the kernel allows neither.
bool openBeatCounter(ThreadState &thread, uint64_t beat);
/// It counts until it has overflown once, after so many ticks of what it counts.
void startBeatCounter(ThreadState &thread, uint64_t ticks);
/// Any state, in the child of a fork.
void closeBeatCounter(ThreadState &thread);

//===--- The kernel module (kernel_beat.cpp) ---===//

/// Opens the device, if nobody has, and makes the thread known there. False with errno set if that is not to be had.
bool joinKernelBeats(ThreadState &thread);
/// The thread is to be interrupted `ticks` from now, and then every `period` ticks. False with errno set if the device
/// is not there any more.
bool startKernelBeats(ThreadState &thread, uint64_t ticks, uint64_t period);
void leaveKernelBeats(ThreadState &thread);
/// In the child of a fork: the device, and all threads there, are the parent's.
void forgetKernelBeats();

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_BEAT_SENDERS_H
