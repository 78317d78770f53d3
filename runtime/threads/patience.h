//===- patience.h - how long a thread looks for something to do before it sleeps -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Sleeping costs nobody a processor, and waking up costs the thread some 30 µs, and up to a millisecond where its
// processor has gone to sleep as well or somebody else has taken it. Looking is the other way round. Nobody knows how
// long it will take; but gaps between tasks resemble each other. So a thread looks longer after sleeps that were so
// short that it had better looked on, and less after long ones:
//
//     look for `ticks` ──► sleep ──► shorter than Longest:  look twice as long the next time, up to Longest
//                                    else:                  half as long, down to Shortest
//
// What is lost by looking in vain is at most what the sleeps before would have won; an idle program has long sleeps.
//
// All of this holds where a thread that looks has a processor to itself. Where others want it, looking delays them, and
// the system takes the processor away for milliseconds, mostly just before there is something to do. Who looks finds
// this out for nothing: two looks follow each other at once, unless somebody else has had the processor in between.
// Then the process is crowded, and its threads sleep at once for a while. When that is over they look again; where it
// is still crowded, they find that out soon, and the while is four times as long the next time.
//
// Looks may be too short to be interrupted. But a worker that is woken where all processors are taken runs when
// somebody else sleeps, and whoever has pushed the task has run it meanwhile. If it is woken in vain again and again,
// however long it looks, then it sleeps at once as well, but for one wake in eight: things may have changed.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_PATIENCE_H
#define TACTUS_RUNTIME_THREADS_PATIENCE_H

#include "os/clock.h"

#include <algorithm>

namespace tactus {

/// Of one thread, which alone uses it.
class Patience {
public:
  static constexpr uint64_t ShortestMicroseconds = 60;
  static constexpr uint64_t LongestMicroseconds = 500;
  static constexpr uint64_t CrowdedMicroseconds = 2;
  /// Looks have become as long as they may be by then. Of further wakes in vain, one in VainWakesPerLook has its look.
  static constexpr unsigned MostVainWakes = 5, VainWakesPerLook = 8;

  /// A thread looks for something to do, as often as it is patient.
  class Looks {
  public:
    explicit Looks(Patience &patience) : patience(patience) {}
    ~Looks() { noteGap(clock::now()); }
    Looks(const Looks &) = delete;
    Looks &operator=(const Looks &) = delete;

    /// Shall there be another look?
    bool goOn(bool keepsWork = false, uint64_t now = clock::now()) {
      if (!start)
        start = now;
      noteGap(now);
      bool isTime = now - start < patience.ticks(now, keepsWork);
      last = isTime ? now : 0;
      return isTime;
    }
    /// It has done something else since then, or sleeps now.
    void beginAnew() { start = last = 0; }

  private:
    void noteGap(uint64_t now) const {
      if (last && now - last > clock::ticksFromMicroseconds(GapMicroseconds))
        noteCrowd(now);
    }

    Patience &patience;
    uint64_t start = 0, last = 0;
  };

  /// Around a sleep.
  class Sleep {
  public:
    explicit Sleep(Patience &patience) : patience(patience) {}
    ~Sleep() { patience.learn(clock::now() - start); }
    Sleep(const Sleep &) = delete;
    Sleep &operator=(const Sleep &) = delete;

  private:
    Patience &patience;
    uint64_t start = clock::now();
  };

  void learn(uint64_t sleptTicks) {
    bool wasShort = sleptTicks < clock::ticksFromMicroseconds(LongestMicroseconds);
    microseconds =
        wasShort ? std::min(microseconds * 2, LongestMicroseconds) : std::max(microseconds / 2, ShortestMicroseconds);
  }

  /// A worker that was woken has found nothing to do, and sleeps again. In a crowd it has hardly looked.
  void learnWakeInVain(uint64_t now) { vainWakes += !isCrowded(now); }
  /// It has found something.
  void learnFind() { vainWakes = 0; }

  /// How long to look, in ticks. Who keeps work that is for others meanwhile is as hasty as anybody at first.
  uint64_t ticks(uint64_t now, bool keepsWork = false) const {
    bool isHasty = isCrowded(now) || isWokenInVain();
    return clock::ticksFromMicroseconds(isHasty     ? CrowdedMicroseconds
                                        : keepsWork ? ShortestMicroseconds
                                                    : microseconds);
  }

  /// Others want the processors of this process. Any thread may ask, and say so.
  static bool isCrowded(uint64_t now) { return now < crowdedUntil.load(std::memory_order_relaxed); }
  static void noteCrowd(uint64_t now);

private:
  /// Between two looks that follow each other at once, if nobody has the processor meanwhile.
  static constexpr uint64_t GapMicroseconds = 1000;

  bool isWokenInVain() const { return vainWakes >= MostVainWakes && vainWakes % VainWakesPerLook != 0; }

  uint64_t microseconds = ShortestMicroseconds;
  /// One after the other, until now.
  unsigned vainWakes = 0;
  /// Of the process: where one thread waits for a processor, others wait for the thread.
  static std::atomic<uint64_t> crowdedUntil;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_PATIENCE_H
