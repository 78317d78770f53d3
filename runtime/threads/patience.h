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

  /// How long to look, in ticks. Who keeps work that is for others meanwhile is as hasty as anybody at first.
  uint64_t ticks(bool keepsWork = false) const {
    return clock::ticksFromMicroseconds(keepsWork ? ShortestMicroseconds : microseconds);
  }

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

private:
  uint64_t microseconds = ShortestMicroseconds;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_PATIENCE_H
