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
// Under a lock, as Insieme's: elements leave at both ends and from the middle. `size` is read without it. The capacity
// is larger than what tasks are made up to (TACTUS_QUEUE_SIZE); the rest is for tasks that threads put aside.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H
#define TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H

#include "os/spin_lock.h"

namespace tactus {

/// The two choices.
struct QueuePolicy {
  bool pushesFront = false, stealsFront = false;
};

template <typename T, unsigned Capacity, typename Policy = SystemAtomics> class PolicyQueue {
  static_assert((Capacity & (Capacity - 1)) == 0, "indices wrap by masking");

  SpinLock<Policy> lock;
  // Under the lock; read by anybody.
  typename Policy::template Atomic<uint32_t> count{0};
  // Under the lock: where the front is.
  uint32_t front = 0;
  T *cells[Capacity];

  T *&cell(uint32_t position) { return cells[(front + position) & (Capacity - 1)]; }
  /// Under the lock.
  uint32_t counted() const { return count.load(std::memory_order_relaxed); }

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
    // Relaxed: whoever sees the old number finds less than it thought.
    count.store(elements - 1, std::memory_order_relaxed);
    return element;
  }

  T *takeEnd(bool atFront) {
    if (size() == 0)
      return nullptr;
    Holding<SpinLock<Policy>> holding(lock);
    uint32_t elements = counted();
    return elements ? remove(atFront ? 0 : elements - 1, elements, atFront) : nullptr;
  }

public:
  /// Owner only. False if the queue is full.
  bool push(T *element, QueuePolicy policy) {
    Holding<SpinLock<Policy>> holding(lock);
    uint32_t elements = counted();
    if (elements == Capacity)
      return false;
    if (policy.pushesFront)
      --front;
    cell(policy.pushesFront ? 0 : elements) = element;
    // Sequentially consistent: see Deque::push().
    count.store(elements + 1, std::memory_order_seq_cst);
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
    Holding<SpinLock<Policy>> holding(lock);
    uint32_t elements = counted();
    for (uint32_t step = 0; step < elements; ++step) {
      uint32_t position = policy.pushesFront ? step : elements - 1 - step;
      if (fits(cell(position)))
        return remove(position, elements, policy.pushesFront);
    }
    return nullptr;
  }

  /// Any thread: the number of elements at some recent moment. Sequentially consistent for the check of a worker that
  /// goes to sleep.
  uint32_t size() const { return count.load(std::memory_order_seq_cst); }

  /// No other thread may be using the queue: for the child of a fork.
  void clear() { count.store(0, std::memory_order_relaxed); }
  /// Around a fork of the process.
  void hold() { lock.lock(); }
  void letGo() { lock.unlock(); }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_POLICY_QUEUE_H
