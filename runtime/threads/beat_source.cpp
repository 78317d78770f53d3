//===- beat_source.cpp - what tells a thread that its beat is due ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/beat_source.h"

#include "maps/versions.h"
#include "os/clock.h"
#include "threads/beat_senders.h"
#include "threads/stack_room.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tactus {

constinit std::atomic<BeatSource> beatSource{BeatSource::Poll};

/// A beat is late if it comes, or is taken, more than this after it was due.
static constexpr uint64_t LateMicroseconds = 20;
/// The clock takes a beat when its signal is this late, and gives it up as lost when it is that late.
static constexpr uint64_t BeatsOfGrace = 4, BeatsUntilLost = 64;

/// When a signal that has found no promotion point comes again: a few times after a quarter of a beat, then after half
/// of one, and then when it has looked for so many parts of the time again. A recursion may spend 95 % of its time in
/// short calls of other code, and is met by one of twenty signals: were the time doubled every few signals, it would be
/// met late or never. A call of other code may also last for long, and what is behind it asks for nothing by itself: so
/// the signal comes again for ever, but in an hour six hundred times.
///
/// Whoever waits in a system call has that ended by each signal. There the time doubles, and where the thread has
/// nothing latent, or comes to a point by itself, there is no signal any more.
static constexpr uint32_t FirstRepeats = 4;
static constexpr uint64_t PartsOfTime = 32;

/// A signal takes up to 20 microseconds, and a thread has to get on between two of them.
static constexpr uint64_t ShortestDistance = 20;

/// Beats are to come from the clock, and no code without polls has been met yet. Relaxed: a flag that falls once.
static constinit std::atomic<bool> isFree{false};

void chooseBeatSource() {
  beatSource.store(settings.beat, std::memory_order_relaxed);
  isFree.store(settings.beat == BeatSource::Poll, std::memory_order_relaxed);
}

/// Code without polls gets no beats from the clock. Who has compiled it so has asked for signals.
static void serveInterruptedCode() {
  if (!isFree.exchange(false, std::memory_order_relaxed))
    return;
  if (const char *chosen = secure_getenv("TACTUS_BEAT"); chosen && !strcmp(chosen, "poll"))
    fprintf(stderr, "tactus: warning: TACTUS_BEAT=poll: the program has code without polls (-ftactus-beat=interrupt); "
                    "beats come by timer instead\n");
  BeatSource expected = BeatSource::Poll;
  beatSource.compare_exchange_strong(expected, BeatSource::Timer, std::memory_order_relaxed);
}

const char *beatSourceName() {
  return beatSourceNames[static_cast<unsigned>(beatSource.load(std::memory_order_relaxed))];
}

/// Goes on with the next best source. The first thread that finds `failed` unusable says so.
static void giveUp(BeatSource failed, const char *what) {
  int error = errno;
  BeatSource next = failed >= BeatSource::Perf    ? BeatSource::Timer
                    : failed == BeatSource::Timer ? BeatSource::Ping
                                                  : BeatSource::Poll;
  if (beatSource.compare_exchange_strong(failed, next, std::memory_order_relaxed))
    fprintf(stderr, "tactus: warning: TACTUS_BEAT=%s: %s: %s; beats come by %s instead\n",
            beatSourceNames[static_cast<unsigned>(failed)], what, strerror(error),
            beatSourceNames[static_cast<unsigned>(next)]);
}

static constexpr char NoDevice[] = TACTUS_BEAT_DEVICE " cannot be used";

/// What the thread needs to get signals. False if there are none to be had.
static bool prepare(ThreadState &thread, uint64_t beat) {
  // The kernel serves code without polls only.
  if (beatSource.load(std::memory_order_relaxed) == BeatSource::Kernel && !haveVersions())
    return false;
  installBeatHandler();
  if (thread.threadId.load(std::memory_order_relaxed) == 0) {
    learnStack(thread);
    thread.threadId.store(static_cast<pid_t>(syscall(SYS_gettid)), std::memory_order_relaxed);
    // libtactus' own threads block all signals; a thread of the user's has what the user wants.
    if (thread.isWorker)
      unblockBeatSignal();
  }
  for (;;) {
    BeatSource source = beatSource.load(std::memory_order_relaxed);
    // Another thread has found the device unusable. What the kernel has brought last is not to be taken for new.
    if (thread.hasKernelBeats && source != BeatSource::Kernel)
      leaveKernelBeats(thread);
    const char *failure = nullptr;
    switch (source) {
    case BeatSource::Poll:
      return false;
    case BeatSource::Ping:
      failure = startPingThread() ? nullptr : "no thread for it can be started";
      break;
    case BeatSource::Timer:
      failure = thread.hasBeatTimer || makeBeatTimer(thread) ? nullptr : "no timer can be made";
      break;
    case BeatSource::Perf:
      failure = thread.beatCounter >= 0 || openBeatCounter(thread, beat) ? nullptr : "no event counter can be opened";
      break;
    case BeatSource::Kernel:
      failure = thread.hasKernelBeats || joinKernelBeats(thread) ? nullptr : NoDevice;
      break;
    }
    if (!failure)
      return true;
    giveUp(source, failure);
  }
}

/// A signal takes some 20 µs in a virtual machine. Were the next one due by then, the thread would handle signals and
/// execute nothing between them.
static uint64_t longEnough(uint64_t beat) { return std::max(beat, clock::ticksFromMicroseconds(ShortestDistance)); }

/// Will the timer bring the next beat by itself, which runs on now? To be asked last: the handler, or the kernel, may
/// stop it. Its clock and ours drift apart, so it is set anew now and then.
static bool goesOn(ThreadState &thread, bool runsOn) {
  constexpr uint32_t BeatsUntilSet = 256;
  thread.beatsInStep = (thread.beatsInStep + 1) % BeatsUntilSet;
  return thread.beatsInStep != 0 && runsOn;
}

/// Asks for a beat at `due`, which may be in step with the signals that have come so far. What the handler writes is
/// written before, so that its word counts.
static void ask(ThreadState &thread, uint64_t now, uint64_t due, uint64_t beat, bool isInStep = false) {
  int error = errno;
  thread.nextBeat = due;
  if (prepare(thread, beat)) {
    thread.nextBeat = due + BeatsOfGrace * beat;
    thread.beatDueAt.store(due, std::memory_order_relaxed);
    thread.counters.beatsAsked.add();
    thread.beatRepeats.store(0, std::memory_order_relaxed);
    thread.beatRepeatAt.store(0, std::memory_order_relaxed);
    thread.beatMovedAt.store(0, std::memory_order_relaxed);
    // Sequentially consistent: the ping thread sees it, or is seen asleep.
    thread.beatPhase.store(BeatState::Asked, std::memory_order_seq_cst);
    switch (beatSource.load(std::memory_order_relaxed)) {
    case BeatSource::Poll:
      break;
    case BeatSource::Ping:
      wakePingThread();
      break;
    case BeatSource::Timer:
      if (!isInStep || !goesOn(thread, thread.isBeatTimerInStep.load(std::memory_order_relaxed)))
        setBeatTimer(thread, due - now, haveVersions() ? beat : 0);
      break;
    case BeatSource::Perf:
      startBeatCounter(thread, beat);
      break;
    case BeatSource::Kernel:
      // Code with polls reads the clock: that costs less than to be interrupted.
      thread.nextBeat = due;
      thread.kernelBeat.asked = thread.kernelBeat.asked + 1;
      if ((!isInStep || !goesOn(thread, thread.kernelBeat.isArmed)) && !startKernelBeats(thread, due - now, beat)) {
        giveUp(BeatSource::Kernel, NoDevice);
        ask(thread, now, due, beat);
      }
      break;
    }
  }
  errno = error;
}

uint64_t missedBeats(const ThreadState &thread, uint64_t now, uint64_t beat) {
  bool isUnderWay = hasBeatSignals() && thread.beatPhase.load(std::memory_order_relaxed) != BeatState::Silent;
  uint64_t due = isUnderWay ? thread.beatDueAt.load(std::memory_order_relaxed) : thread.nextBeat;
  return due && now > due ? (now - due) / beat : 0;
}

/// The next of the beats that follow each other since `due`, unless it is too near.
static uint64_t nextInStep(uint64_t now, uint64_t due, uint64_t beat) {
  uint64_t next = now > due ? now + beat - (now - due) % beat : due + beat;
  return next - now < beat / 2 ? next + beat : next;
}

static void countTaken(ThreadState &thread, uint64_t now) {
  uint64_t due = thread.beatDueAt.load(std::memory_order_relaxed);
  uint64_t delivered = thread.beatDeliveredAt.load(std::memory_order_relaxed);
  thread.counters.beatsTaken.add();
  if (now > due + clock::ticksFromMicroseconds(LateMicroseconds))
    thread.counters.beatsTakenLate.add();
  thread.counters.takingTicks.add(now > delivered ? now - delivered : 0);
}

void takeBeat(ThreadState &thread, uint64_t now, uint64_t beat) {
  thread.nextBeat = now + beat;
  if (!hasBeatSignals() && haveVersions())
    serveInterruptedCode();
  if (!hasBeatSignals())
    return;
  beat = longEnough(beat);
  receiveKernelBeat(thread);
  uint64_t due = thread.beatDueAt.load(std::memory_order_relaxed);
  switch (thread.beatPhase.load(std::memory_order_acquire)) {
  case BeatState::Silent:
    ask(thread, now, now + beat, beat);
    return;
  case BeatState::Delivered:
    countTaken(thread, now);
    ask(thread, now, nextInStep(now, due, beat), beat, /*isInStep=*/true);
    return;
  default:
    // The signal is still on its way. From now on the clock gives the beat, until it arrives.
    thread.counters.beatsByClock.add();
    // A counter counts only while the thread runs.
    if (beatSource.load(std::memory_order_relaxed) != BeatSource::Perf && now > due &&
        now - due > BeatsUntilLost * beat) {
      thread.counters.beatsLost.add();
      ask(thread, now, now + beat, beat);
    }
  }
}

void startBeat(ThreadState &thread, uint64_t now, uint64_t beat) {
  uint32_t phase = hasBeatSignals() ? thread.beatPhase.load(std::memory_order_acquire) : BeatState::Silent;
  beat = hasBeatSignals() ? longEnough(beat) : beat;
  if (!hasBeatSignals()) {
    thread.nextBeat = now + beat;
  } else if (phase == BeatState::Silent || phase == BeatState::Delivered) {
    // One that came while the thread was at rest is nobody's.
    if (phase == BeatState::Delivered)
      thread.counters.beatsUnused.add();
    ask(thread, now, now + beat, beat);
  } else {
    uint64_t due = std::max(thread.beatDueAt.load(std::memory_order_relaxed), now);
    // The kernel's timer has waited for the thread to come back; it expires now.
    if (beatSource.load(std::memory_order_relaxed) == BeatSource::Kernel)
      thread.beatDueAt.store(due, std::memory_order_relaxed);
    thread.nextBeat = due + BeatsOfGrace * beat;
  }
}

void stopBeats(ThreadState &thread) {
  thread.beatPhase.store(BeatState::Silent, std::memory_order_seq_cst);
  thread.threadId.store(0, std::memory_order_relaxed);
  deleteBeatTimer(thread);
  closeBeatCounter(thread);
  leaveKernelBeats(thread);
}

void resetBeats(ThreadState *current) {
  forgetPingThread();
  forgetKernelBeats();
  forEachThread([&](ThreadState &thread) {
    thread.beatPhase.store(BeatState::Silent, std::memory_order_relaxed);
    thread.threadId.store(0, std::memory_order_relaxed);
    // Timers are not inherited; counters are, and still belong to the parent's threads.
    thread.hasBeatTimer = false;
    thread.isBeatTimerInStep.store(false, std::memory_order_relaxed);
    closeBeatCounter(thread);
  });
  if (!current)
    return;
  if (hasBeatSignals())
    current->nextBeat = 0;
  // What the parent's walks of the stack have cost is paid there.
  current->walks.allowAtOnce();
}

/// How long until a delivered beat is sent again, 0 for never. `before`: how often that has been done.
static uint64_t waitUntilRepeated(uint64_t waited, uint32_t before, BeatNeed need, bool isWaiting) {
  uint64_t shortest = clock::ticksFromMicroseconds(std::max(settings.heartbeatMicroseconds / 4, ShortestDistance));
  // Where the thread runs, a signal costs some microseconds, and code may be met that no table tells of. Where it
  // waits, what it waits for ends early: so it gets one signal more at most, or fewer and fewer of them.
  if (isWaiting && (need == BeatNeed::None || (need == BeatNeed::Arrives && before > 0)))
    return 0;
  if (need == BeatNeed::None || isWaiting)
    return std::max(2 * shortest, waited);
  return before < FirstRepeats ? shortest : std::max(2 * shortest, waited / PartsOfTime);
}

/// The delivered beat comes again after so many ticks; 0: not again. A thread in code without polls has nothing else to
/// go by, so the source may have to be another one than the beat has come from.
static void sendAgain(ThreadState &thread, uint64_t now, uint64_t wait) {
  if (wait && !prepare(thread, wait))
    return;
  switch (beatSource.load(std::memory_order_relaxed)) {
  case BeatSource::Poll:
    break;
  case BeatSource::Ping:
    thread.beatRepeatAt.store(wait ? now + wait : 0, std::memory_order_seq_cst);
    if (wait)
      wakePingThread();
    break;
  case BeatSource::Timer:
    if (wait)
      setBeatTimer(thread, wait, 0);
    else
      stopBeatTimer(thread);
    break;
  case BeatSource::Perf:
    if (wait)
      startBeatCounter(thread, wait);
    break;
  case BeatSource::Kernel:
    if (wait && !startKernelBeats(thread, wait, wait)) {
      giveUp(BeatSource::Kernel, NoDevice);
      sendAgain(thread, now, wait);
    }
    break;
  }
}

void repeatBeat(ThreadState &thread, uint64_t now, BeatNeed need, bool isWaiting) {
  uint32_t before = thread.beatRepeats.load(std::memory_order_relaxed);
  thread.beatRepeats.store(before + 1, std::memory_order_relaxed);
  if (before == 0)
    thread.beatRepeatsSince.store(now, std::memory_order_relaxed);
  uint64_t since = thread.beatRepeatsSince.load(std::memory_order_relaxed);
  uint64_t wait = waitUntilRepeated(now - std::min(now, since), before, need, isWaiting);
  // The next beats come anyhow. A thread that takes none of the first few has left its way, or is in a long call.
  bool isOnItsWay = need == BeatNeed::OnItsWay || need == BeatNeed::Arrives;
  if (wait && isOnItsWay && before < FirstRepeats && thread.isBeatTimerInStep.load(std::memory_order_relaxed))
    return;
  sendAgain(thread, now, wait);
}

void renewBeat(ThreadState &thread) {
  if (!haveVersions() || thread.beatPhase.load(std::memory_order_relaxed) != BeatState::Delivered)
    return;
  thread.beatRepeats.store(0, std::memory_order_relaxed);
  repeatBeat(thread, clock::now(), BeatNeed::Again, /*isWaiting=*/false);
}

void countDelivery(ThreadState &thread, uint64_t now) {
  uint64_t due = thread.beatDueAt.load(std::memory_order_relaxed);
  thread.counters.beatsDelivered.add();
  thread.counters.deliveryTicks.add(now > due ? now - due : 0);
  if (now > due + clock::ticksFromMicroseconds(LateMicroseconds))
    thread.counters.beatsDeliveredLate.add();
}

} // namespace tactus
