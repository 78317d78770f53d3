//===- watch_protocol.h - how the watcher sleeps, and how its offers change hands ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The words behind watch.h and siblings.h, and the order in which they change. Templates over a policy of atomics
// (os/atomics.h), so that test/runtime explores all interleavings of what the runtime executes.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_WATCH_PROTOCOL_H
#define TACTUS_RUNTIME_THREADS_WATCH_PROTOCOL_H

#include "os/atomics.h"

#include <cstdint>

namespace tactus {

/// No lost wake-up. A thread that is watched makes a step known and then looks whether the watcher sleeps; the watcher
/// says that it sleeps and then looks at the steps of all threads. Both are sequentially consistent, so at least one of
/// them sees the other.
template <typename Policy = SystemAtomics> class WatcherSleep {
  enum State : uint32_t { None, Awake, Asleep };
  typename Policy::template Atomic<uint32_t> state{None};

public:
  /// The calling thread has made a step known: whether the watcher need not be called.
  bool isAwake() const { return state.load(std::memory_order_seq_cst) == Awake; }
  /// The calling thread has made a step known. True if there is no watcher: then the caller starts one, or says that
  /// there is none.
  [[nodiscard]] bool call() {
    uint32_t seen = state.load(std::memory_order_seq_cst);
    if (seen == Awake ||
        !state.compare_exchange_strong(seen, Awake, std::memory_order_seq_cst, std::memory_order_seq_cst))
      return false;
    if (seen == None)
      return true;
    Policy::wake(state);
    return false;
  }
  void noteNoWatcher() { state.store(None, std::memory_order_relaxed); }

  /// For the watcher: sleeps until a thread calls, or for so many milliseconds. It may wake early.
  template <typename Condition> void sleep(Condition hasAnybodyStepped, uint32_t milliseconds) {
    state.store(Asleep, std::memory_order_seq_cst);
    if (!hasAnybodyStepped())
      Policy::waitFor(state, Asleep, uint64_t{milliseconds} * 1000);
    state.store(Awake, std::memory_order_relaxed);
  }
};

/// What the watcher offers to a thread. It belongs to whoever takes it by exchange: the thread, its handler, or the
/// watcher again. Who is not the watcher gives it back, and touches it no more.
template <typename Offer, typename Policy = SystemAtomics> class OfferCell {
  typename Policy::template Atomic<Offer *> cell{nullptr};

public:
  /// Whether something is offered at this moment.
  bool isThere() const { return cell.load(std::memory_order_relaxed) != nullptr; }
  /// Null if there is nothing. Acquire: what the watcher has written.
  Offer *take() { return cell.exchange(nullptr, std::memory_order_acquire); }
  /// Release: all that the taker has written.
  static void giveBack(Offer &offer) { offer.isDone.store(1, std::memory_order_release); }

  /// The watcher. Release: all that it has written.
  void show(Offer &offer) {
    offer.isDone.store(0, std::memory_order_relaxed);
    cell.store(&offer, std::memory_order_release);
  }
  static bool isGivenBack(const Offer &offer) { return offer.isDone.load(std::memory_order_acquire) != 0; }
  /// Nobody takes it any more. True if nobody has.
  [[nodiscard]] bool withdraw() { return take() != nullptr; }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_WATCH_PROTOCOL_H
