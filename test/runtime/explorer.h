//===- explorer.h - all interleavings of a few fibers -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs a scenario of two or three fibers again and again, once for each order in which their atomic operations can
// happen under sequential consistency. Every operation of ModelAtomics is a point where the fiber may be switched.
//
//     depth-first over schedules, each a fresh execution:
//
//        ○──a──○──a──○──b──…        a node remembers which fibers have been tried from it
//              └──b──○──a──…        sleep sets [Godefroid '96] leave out orders that differ only in
//                                   swapping independent operations; no state is missed
//
// An operation on an atomic that has been destroyed, a fiber that sleeps for ever, or a failed check is a failure,
// reported with its schedule.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_RUNTIME_EXPLORER_H
#define TACTUS_TEST_RUNTIME_EXPLORER_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <ucontext.h>
#include <vector>

namespace tactus::test {

class Explorer {
  struct Operation {
    const void *address = nullptr;
    bool write = false;
  };
  struct Fiber {
    ucontext_t context;
    std::function<void()> body;
    std::unique_ptr<char[]> stack;
    Operation pending;
    const void *sleepsOn = nullptr;
    bool finished = false;
  };
  /// A point of the present schedule. Sets of fibers are bit masks.
  struct Node {
    unsigned enabled, asleep, tried;
    unsigned chosen;
  };

  static constexpr size_t StackBytes = 64 * 1024;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Node> schedule;
  ucontext_t schedulerContext;
  Fiber *running = nullptr;

  static bool independent(const Operation &a, const Operation &b) {
    return a.address != b.address || (!a.write && !b.write);
  }
  static void enter(unsigned high, unsigned low);
  void switchToScheduler();
  bool runOnce();
  bool nextSchedule();

public:
  static Explorer *current;

  uint64_t executions = 0;
  std::string failure;

  /// Called by the model's atomics before each operation.
  void point(const void *address, bool write);
  /// Puts the running fiber to sleep until wakeAll(address).
  void sleepOn(const void *address);
  void wakeAll(const void *address);
  void fail(const std::string &message);

  void add(std::function<void()> body);

  /// Explores everything. `start` makes a fresh state and adds the fibers; `finish` checks it at the end of each
  /// complete execution.
  void explore(const std::function<void()> &start, const std::function<void()> &finish);
};

/// The policy of atomics.h for models.
struct ModelAtomics {
  template <typename T> class Atomic {
    T value{};
    // Volatile: the destructor's store is read afterwards, which compilers need not expect.
    volatile bool alive = true;

    T &access(bool write) const {
      Explorer::current->point(this, write);
      if (!alive)
        Explorer::current->fail("an atomic is used after it was destroyed");
      return const_cast<T &>(value);
    }

  public:
    Atomic() = default;
    Atomic(T initial) : value(initial) {}
    Atomic(const Atomic &) = delete;
    Atomic &operator=(const Atomic &) = delete;
    /// The memory itself stays until the end of the execution.
    ~Atomic() { alive = false; }

    T load(std::memory_order) const { return access(false); }
    void store(T next, std::memory_order) { access(true) = next; }
    T fetch_add(T amount, std::memory_order) {
      T &cell = access(true), old = cell;
      cell += amount;
      return old;
    }
    T fetch_sub(T amount, std::memory_order) {
      T &cell = access(true), old = cell;
      cell -= amount;
      return old;
    }
    T fetch_or(T bits, std::memory_order) {
      T &cell = access(true), old = cell;
      cell |= bits;
      return old;
    }
    T fetch_and(T bits, std::memory_order) {
      T &cell = access(true), old = cell;
      cell &= bits;
      return old;
    }
    T exchange(T next, std::memory_order) {
      T &cell = access(true), old = cell;
      cell = next;
      return old;
    }
    bool compare_exchange_strong(T &expected, T next, std::memory_order, std::memory_order) {
      T &cell = access(true);
      if (cell == expected) {
        cell = next;
        return true;
      }
      expected = cell;
      return false;
    }
  };

  /// As the futex: comparing and going to sleep are one step.
  static void wait(Atomic<uint32_t> &word, uint32_t expected) {
    if (word.load(std::memory_order_seq_cst) == expected)
      Explorer::current->sleepOn(&word);
  }
  /// Spinning is sleeping until the word is written to, or there would be no end of schedules.
  static void pauseWhile(Atomic<uint32_t> &word, uint32_t value) { wait(word, value); }
  static void stored(Atomic<uint32_t> &word) { Explorer::current->wakeAll(&word); }
  static void wake(Atomic<uint32_t> &word) {
    Explorer::current->point(&word, true);
    Explorer::current->wakeAll(&word);
  }
  static void wakeAll(Atomic<uint32_t> &word) { wake(word); }
};

/// A word that fibers sleep on until it has another value: one scheduling point for each operation that succeeds.
class Flag {
  volatile bool isSet = false;
  volatile bool alive = true;

  void point() const {
    Explorer::current->point(this, true);
    if (!alive)
      Explorer::current->fail("a flag is used after its record was freed");
  }

public:
  ~Flag() { alive = false; }
  bool isRaised() const { return isSet; }
  void waitFor(bool value) const {
    for (point(); isSet != value; point())
      Explorer::current->sleepOn(this);
  }
  void set(bool value) {
    point();
    isSet = value;
    Explorer::current->wakeAll(this);
  }
  /// The lock's two operations.
  void acquire() {
    waitFor(false);
    isSet = true;
  }
  void release() { set(false); }
};

} // namespace tactus::test

#endif // TACTUS_TEST_RUNTIME_EXPLORER_H
