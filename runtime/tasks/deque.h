//===- deque.h - work-stealing deque of bounded size --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Chase and Lev's deque [SPAA '05]: the owner pushes and pops at the bottom, thieves steal at the top.
//
//        top                          bottom
//         │                             │
//         ▼                             ▼
//     ┌───┬───┬───┬───┬───┬───┬───┬───┐
//     │ t0│ t1│ t2│ t3│ t4│ t5│   │   │        indices grow for ever, cells are reused modulo Capacity
//     └───┴───┴───┴───┴───┴───┴───┴───┘
//       ▲ thieves                ▲ owner
//
// Promotions push the highest iterations first, so the owner pops the lowest and thieves take the highest range.
//
// Invariant: top <= bottom except inside pop(), where bottom may be one less than top. Each index between is taken
// exactly once: by the owner alone while more than one is left, and by whoever wins the compare-exchange on `top` for
// the last.
//
// The deque does not grow. When it is full nothing is promoted, which is always safe; heartbeats fill it by two tasks
// or so. Being bounded it has no array to reclaim.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_DEQUE_H
#define TACTUS_RUNTIME_TASKS_DEQUE_H

#include "os/atomics.h"

namespace tactus {

template <typename T, unsigned Capacity, typename Policy = SystemAtomics> class Deque {
  static_assert((Capacity & (Capacity - 1)) == 0, "indices wrap by masking");

  // Written by thieves and, for the last element, by the owner.
  alignas(64) typename Policy::template Atomic<int64_t> top{0};
  // Written by the owner only.
  alignas(64) typename Policy::template Atomic<int64_t> bottom{0};
  // Written by the owner only, in push().
  typename Policy::template Atomic<T *> cells[Capacity];

  auto &cell(int64_t index) { return cells[index & (Capacity - 1)]; }

public:
  /// Owner only. False if the deque is full.
  bool push(T *element) {
    // Relaxed: only the owner writes bottom.
    int64_t b = bottom.load(std::memory_order_relaxed);
    // Acquire: a thief that freed the cell has read it before it advanced top. An old value only makes the deque look
    // fuller than it is.
    int64_t t = top.load(std::memory_order_acquire);
    if (b - t >= static_cast<int64_t>(Capacity))
      return false;
    // Relaxed: published by the store to bottom.
    cell(b).store(element, std::memory_order_relaxed);
    // Release part: the element is initialised before a thief can see it. Sequentially consistent: a pusher then looks
    // for sleepers, while a worker that goes to sleep announces itself and then looks at bottom; one of them must see
    // the other (pool.h).
    bottom.store(b + 1, std::memory_order_seq_cst);
    return true;
  }

  /// Owner only. The element pushed last, or null.
  T *pop() {
    int64_t b = bottom.load(std::memory_order_relaxed) - 1;
    // Sequentially consistent with the loads of steal(): either the thief sees the lowered bottom, or this sees the
    // raised top. Without it both could take the last element but one.
    bottom.store(b, std::memory_order_seq_cst);
    int64_t t = top.load(std::memory_order_seq_cst);
    if (t > b) { // empty
      bottom.store(b + 1, std::memory_order_relaxed);
      return nullptr;
    }
    // Relaxed: the owner wrote the cell itself.
    T *element = cell(b).load(std::memory_order_relaxed);
    if (t == b) {
      // The last one: race for it with thieves, on top.
      if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        element = nullptr;
      // Relaxed: this restores bottom == top; thieves that see either value find the deque empty.
      bottom.store(b + 1, std::memory_order_relaxed);
    }
    return element;
  }

  /// Any thread. The oldest element, or null if there is none or another thread was faster.
  T *steal() {
    return stealIf([](T *) { return true; });
  }

  /// The same if it `fits`. Another thread may have taken it and freed it by then, so only its address may be asked.
  template <typename Condition> T *stealIf(Condition fits) {
    int64_t t = top.load(std::memory_order_seq_cst);
    // Sequentially consistent: see pop(). Acquire part: pairs with push(), the element's contents are visible.
    int64_t b = bottom.load(std::memory_order_seq_cst);
    if (t >= b)
      return nullptr;
    // Relaxed: if the owner has reused the cell, top has moved on, and the compare-exchange fails.
    T *element = cell(t).load(std::memory_order_relaxed);
    if (!fits(element) || !top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
      return nullptr;
    return element;
  }

  /// Any thread: what steal() would have taken at some recent moment, or null. It may be gone, so only its address is
  /// of use.
  T *oldest() const {
    int64_t t = top.load(std::memory_order_relaxed);
    return t < bottom.load(std::memory_order_relaxed) ? cells[t & (Capacity - 1)].load(std::memory_order_relaxed)
                                                      : nullptr;
  }

  /// Any thread: the number of elements at some recent moment. Sequentially consistent for the check of a worker that
  /// goes to sleep.
  unsigned size() const {
    int64_t b = bottom.load(std::memory_order_seq_cst);
    int64_t t = top.load(std::memory_order_seq_cst);
    return b > t ? static_cast<unsigned>(b - t) : 0;
  }

  /// No other thread may be using the deque: for the child of a fork.
  void clear() {
    top.store(0, std::memory_order_relaxed);
    bottom.store(0, std::memory_order_relaxed);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_DEQUE_H
