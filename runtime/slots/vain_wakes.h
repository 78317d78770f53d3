//===- vain_wakes.h - whether it is in vain to wake a worker -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Where the ranks of a job have more workers on their node than it has processors, threads that make tasks may take all
// of these. A worker that is woken then runs when one of them sleeps, and whoever has made the task has run it
// meanwhile: promotion, wake and two switches were for nothing. Whether a processor is free nobody can say beforehand,
// since a rank that waits in MPI mostly looks again and again. So the process remembers what became of its wakes:
//
//     a worker wakes ──► it finds nothing     one more was in vain, up to MostRemembered
//                   └──► it finds a task      half of them are forgotten
//
// While there are `Many`, nobody is woken for what is latent until somebody has asked for it in BeatsPerWake beats. So
// if one wake in two has a task, nothing changes, and if one in twenty has, which happens where all processors are
// taken, they are rare. Nothing is lost for good: what is not promoted stays latent, each beat asks again, and a loop
// that runs for so many beats is shared, whatever came before it. A worker that finds a task has the next ones at once.
//
// Beats are counted by those who ask, at most one in a beat's time. So time does not count in which the thread that
// asks has no processor, or waits in MPI.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_VAIN_WAKES_H
#define TACTUS_RUNTIME_SLOTS_VAIN_WAKES_H

#include <atomic>
#include <cstdint>

namespace tactus {

/// Of the process. Any thread may use it; relaxed, since any recent value serves.
class VainWakes {
public:
  static constexpr uint32_t Many = 5, MostRemembered = 8, BeatsPerWake = 8;

  /// From now on they count: the ranks of the node have more workers than processors.
  void begin() { counts.store(true, std::memory_order_relaxed); }

  /// A worker is being woken.
  void noteWake() {
    if (areMany())
      beats.store(0, std::memory_order_relaxed);
  }
  /// A worker that was woken has found nothing to do. Of two at a time one may be forgotten.
  void noteVain() {
    uint32_t before = remembered.load(std::memory_order_relaxed);
    if (counts.load(std::memory_order_relaxed) && before < MostRemembered)
      remembered.store(before + 1, std::memory_order_relaxed);
  }
  /// A worker has found something.
  void noteFind() {
    if (uint32_t before = remembered.load(std::memory_order_relaxed))
      remembered.store(before / 2, std::memory_order_relaxed);
  }

  bool areMany() const { return remembered.load(std::memory_order_relaxed) >= Many; }
  /// Where there are many: whether it is time to try once more. Asked at `now`; `beat` is in ticks.
  bool isTime(uint64_t now, uint64_t beat) {
    if (now - countedAt.load(std::memory_order_relaxed) >= beat) {
      countedAt.store(now, std::memory_order_relaxed);
      beats.fetch_add(1, std::memory_order_relaxed);
    }
    return beats.load(std::memory_order_relaxed) >= BeatsPerWake;
  }

private:
  std::atomic<uint64_t> countedAt{0};
  std::atomic<uint32_t> remembered{0}, beats{0};
  std::atomic<bool> counts{false};
};

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_VAIN_WAKES_H
