//===- policy_queue.h - eager tasks of a worker, by one of four policies ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Insieme's deque of work items (figure 4). A worker that looks for its next task takes from the front; where new tasks
// go, and where thieves take, are two choices.
//
//                      front                     back
//     default            ◄── owner takes           ◄── owner pushes, thieves take the newest
//     push-front         ◄── owner pushes, takes    ──► thieves take the oldest (as Chase and Lev's deque)
//     steal-front        ◄── both take the oldest  ◄── owner pushes
//     both               ◄── owner pushes, all take the newest
//
// A join takes the one task that it needs, wherever it is (takeFirst): what runs on top of a waiting frame is only what
// that waits for (docs/decisions/0002), so the policy decides what thieves get, and what a worker begins with.
//
// Under a lock, as Insieme's: elements leave at both ends and from the middle. The lock is a bit of the word that
// counts them, so a push is one locked operation: it takes the lock and adds one to what all others see. Whoever sees
// an element that is not yet in its cell waits for the lock before it looks there. The capacity is larger than what
// tasks are made up to (TACTUS_QUEUE_SIZE); the rest is for tasks that threads put aside.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H
#define TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H

#include "os/atomics.h"

#include <cstdint>

namespace tactus {

/// The two choices.
struct QueuePolicy {
  bool pushesFront = false, stealsFront = false;
};

template <typename T, unsigned Capacity, typename Policy = SystemAtomics> class PolicyQueue {
  static_assert((Capacity & (Capacity - 1)) == 0, "indices wrap by masking");

  static constexpr uint32_t Locked = 1, One = 2;

  // The number of elements times One, and Locked while somebody holds the lock. Written by whoever holds the lock, or
  // is about to; read by anybody.
  typename Policy::template Atomic<uint32_t> word{0};
  // Under the lock: where the front is.
  uint32_t front = 0;
  T *cells[Capacity];

  T *&cell(uint32_t position) { return cells[(front + position) & (Capacity - 1)]; }
  /// Takes the lock and raises the number of elements by `added`. Returns what it was. Acquire: what the last holder
  /// wrote is visible. Sequentially consistent: see Deque::push().
  uint32_t lock(uint32_t added) {
    uint32_t seen = word.load(std::memory_order_relaxed);
    for (;;) {
      if (seen & Locked) {
        Policy::pauseWhile(word, seen);
        seen = word.load(std::memory_order_relaxed);
      } else if (word.compare_exchange_strong(seen, seen + added * One + Locked, std::memory_order_seq_cst,
                                              std::memory_order_relaxed)) {
        return seen / One;
      }
    }
  }
  void unlock(uint32_t elements) {
    word.store(elements * One, std::memory_order_release);
    Policy::stored(word);
  }

  /// Under the lock: takes out the element at `position` of `elements`; those on the side that is pushed to move up.
  T *remove(uint32_t position, uint32_t elements, bool fromFront) {
    T *element = cell(position);
    if (fromFront) {
      for (; position > 0; --position)
        cell(position) = cell(position - 1);
      ++front;
    } else {
      for (; position + 1 < elements; ++position)
        cell(position) = cell(position + 1);
    }
    return element;
  }

  T *takeEnd(bool atFront) {
    if (size() == 0)
      return nullptr;
    uint32_t elements = lock(0);
    T *element = elements ? remove(atFront ? 0 : elements - 1, elements, atFront) : nullptr;
    unlock(elements - (element != nullptr));
    return element;
  }

public:
  /// Owner only. False if the queue is full.
  bool push(T *element, QueuePolicy policy) {
    // Nobody else adds any.
    if (size() == Capacity)
      return false;
    uint32_t elements = lock(1);
    if (policy.pushesFront)
      --front;
    cell(policy.pushesFront ? 0 : elements) = element;
    unlock(elements + 1);
    return true;
  }

  /// Owner only: its next task, or null.
  T *pop() { return takeEnd(true); }

  /// Any thread: what thieves get, or null.
  T *steal(QueuePolicy policy) { return takeEnd(policy.stealsFront); }

  /// Owner only: the newest element that `fits`, or null. `fits` is called under the lock.
  template <typename Condition> T *takeFirst(QueuePolicy policy, Condition fits) {
    if (size() == 0)
      return nullptr;
    uint32_t elements = lock(0);
    T *element = nullptr;
    for (uint32_t step = 0; step < elements && !element; ++step) {
      uint32_t position = policy.pushesFront ? step : elements - 1 - step;
      if (fits(cell(position)))
        element = remove(position, elements, policy.pushesFront);
    }
    unlock(elements - (element != nullptr));
    return element;
  }

  /// Any thread: the number of elements at some recent moment. Sequentially consistent for the check of a worker that
  /// goes to sleep.
  uint32_t size() const { return word.load(std::memory_order_seq_cst) / One; }

  /// No other thread may be using the queue: for the child of a fork.
  void clear() { word.store(0, std::memory_order_relaxed); }
  /// Around a fork of the process.
  void hold() { lock(0); }
  void letGo() { unlock(size()); }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H
