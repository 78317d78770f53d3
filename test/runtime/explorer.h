//===- explorer.h - all interleavings of a few fibers -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs a scenario of two or three fibers again and again, once for each order in which their atomic operations can
// happen. Every operation of ModelAtomics is a point where the fiber may be switched. Under sequential consistency an
// operation sees the newest value; with `Orders::Weak` what it sees is one more choice (weak_memory.h).
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

#include "weak_memory.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <setjmp.h>
#include <string>
#include <ucontext.h>
#include <vector>

namespace tactus::test {

enum class Orders { Consistent, Weak };

class Explorer {
  struct Operation {
    const void *address = nullptr;
    bool write = false;
  };
  /// Where a fiber or the scheduler goes on. Not swapcontext(), which calls the system each time.
  struct Place {
    ucontext_t start;
    jmp_buf here;
    bool hasStarted = false;
  };
  struct Fiber {
    Place place;
    std::function<void()> body;
    std::unique_ptr<char[]> stack;
    Operation pending;
    const void *sleepsOn = nullptr;
    bool finished = false;
    WeakMemory::View view;
  };
  /// A point of the present schedule: which fiber goes on, or which of several values one sees. Sets of them are bit
  /// masks.
  struct Node {
    unsigned enabled, asleep, tried;
    unsigned chosen;
  };

  static constexpr size_t StackBytes = 64 * 1024;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Node> schedule;
  size_t step = 0;
  Place schedulerPlace;
  Fiber *running = nullptr;
  WeakMemory weakMemory;
  Orders orders;

  static bool independent(const Operation &a, const Operation &b) {
    return a.address != b.address || (!a.write && !b.write);
  }
  static void enter(unsigned high, unsigned low);
  static void goOn(Place &from, Place &to);
  void switchToScheduler();
  unsigned choose(unsigned count);
  bool runOnce();
  bool nextSchedule();

public:
  static Explorer *current;
  static constexpr size_t MostFibers = 16;

  explicit Explorer(Orders orders = Orders::Consistent)
      : weakMemory([this](unsigned count) { return choose(count); }), orders(orders) {}

  /// The memory that the running fiber's operations go to, and its view; null where the newest value is all there is.
  WeakMemory *memory() { return running && orders == Orders::Weak ? &weakMemory : nullptr; }
  WeakMemory *formerMemory() { return orders == Orders::Weak ? &weakMemory : nullptr; }
  WeakMemory::View &view() { return running->view; }
  size_t runningFiber() const;

  uint64_t executions = 0;
  std::string failure;

  /// Called by the model's atomics before each operation.
  void point(const void *address, bool write);
  /// Puts the running fiber to sleep until wakeAll(address).
  void sleepOn(const void *address);
  void wakeAll(const void *address);
  /// Takes all that whoever did so before has seen, and leaves what the running fiber has seen.
  void synchronise(const void *address);
  void fail(const std::string &message);

  void add(std::function<void()> body);

  /// Explores everything. `start` makes a fresh state and adds the fibers; `finish` checks it at the end of each
  /// complete execution.
  void explore(const std::function<void()> &start, const std::function<void()> &finish);
};

/// The policy of atomics.h for models.
struct ModelAtomics {
  template <typename T> class Atomic {
    static_assert(sizeof(T) <= sizeof(uint64_t));
    T value{};
    // Volatile: the destructor's store is read afterwards, which compilers need not expect.
    volatile bool alive = true;

    static uint64_t bitsOf(T plain) {
      uint64_t bits = 0;
      std::memcpy(&bits, &plain, sizeof(T));
      return bits;
    }
    static T valueOf(uint64_t bits) {
      T plain;
      std::memcpy(&plain, &bits, sizeof(T));
      return plain;
    }
    /// The memory that has the value, or null: it is in `value`.
    WeakMemory *access(bool write) const {
      Explorer &explorer = *Explorer::current;
      explorer.point(this, write);
      if (!alive)
        explorer.fail("an atomic is used after it was destroyed");
      if (WeakMemory *memory = explorer.memory()) {
        if (!memory->knows(this))
          memory->begin(this, bitsOf(value));
        return memory;
      }
      // Set-up and checks.
      if (WeakMemory *memory = explorer.formerMemory(); memory && memory->knows(this)) {
        const_cast<T &>(value) = valueOf(memory->newest(this));
        memory->forget(this);
      }
      return nullptr;
    }
    /// `next` gives what is written for what is read, or nothing.
    template <typename Next> T update(std::memory_order order, std::memory_order otherwise, Next next) {
      if (WeakMemory *memory = access(true))
        return valueOf(memory->update(Explorer::current->view(), this, order, otherwise,
                                      [&](uint64_t bits) -> std::optional<uint64_t> {
                                        std::optional<T> written = next(valueOf(bits));
                                        return written ? std::optional(bitsOf(*written)) : std::nullopt;
                                      }));
      T old = value;
      value = next(old).value_or(old);
      return old;
    }

  public:
    Atomic() : Atomic(T{}) {}
    Atomic(T initial) : value(initial) {
      if (WeakMemory *memory = Explorer::current ? Explorer::current->formerMemory() : nullptr)
        memory->forget(this);
    }
    Atomic(const Atomic &) = delete;
    Atomic &operator=(const Atomic &) = delete;
    /// The memory itself stays until the end of the execution.
    ~Atomic() { alive = false; }

    T load(std::memory_order order) const {
      WeakMemory *memory = access(false);
      return memory ? valueOf(memory->load(Explorer::current->view(), this, order)) : value;
    }
    void store(T next, std::memory_order order) {
      if (WeakMemory *memory = access(true))
        memory->store(Explorer::current->view(), this, bitsOf(next), order);
      else
        value = next;
    }
    T fetch_add(T amount, std::memory_order order) {
      return update(order, order, [&](T old) { return std::optional<T>(old + amount); });
    }
    T fetch_sub(T amount, std::memory_order order) {
      return update(order, order, [&](T old) { return std::optional<T>(old - amount); });
    }
    T fetch_or(T bits, std::memory_order order) {
      return update(order, order, [&](T old) { return std::optional<T>(old | bits); });
    }
    T fetch_and(T bits, std::memory_order order) {
      return update(order, order, [&](T old) { return std::optional<T>(old & bits); });
    }
    T exchange(T next, std::memory_order order) {
      return update(order, order, [&](T) { return std::optional<T>(next); });
    }
    bool compare_exchange_strong(T &expected, T next, std::memory_order order, std::memory_order otherwise) {
      T old = update(order, otherwise, [&](T old) { return old == expected ? std::optional<T>(next) : std::nullopt; });
      bool isDone = old == expected;
      expected = old;
      return isDone;
    }
    /// What the system sees of it, which is the newest value.
    T newest() const {
      WeakMemory *memory = access(false);
      return memory ? valueOf(memory->loadNewest(Explorer::current->view(), this, std::memory_order_relaxed)) : value;
    }
  };

  /// As the futex: comparing and going to sleep are one step.
  static void wait(Atomic<uint32_t> &word, uint32_t expected) {
    if (word.newest() == expected)
      Explorer::current->sleepOn(&word);
  }
  /// Time passes at once: whoever is to come before it has come before the call.
  static void waitFor(Atomic<uint32_t> &, uint32_t, uint64_t) {}
  /// Spinning is sleeping until the word is written to, or there would be no end of schedules.
  static void pauseWhile(Atomic<uint32_t> &word, uint32_t value) { wait(word, value); }
  static void stored(Atomic<uint32_t> &word) { Explorer::current->wakeAll(&word); }
  static void wake(Atomic<uint32_t> &word) {
    Explorer::current->point(&word, true);
    Explorer::current->wakeAll(&word);
  }
  static void wakeAll(Atomic<uint32_t> &word) { wake(word); }
};

/// A variable that is not atomic. With weak orders, accesses that nothing orders are a failure.
template <typename T> class Plain {
  T value{};
  // Each fiber's reads are messages at a place of their own.
  char reads[Explorer::MostFibers] = {};

public:
  Plain() = default;
  Plain(T initial) : value(initial) {}

  operator T() const {
    Explorer &explorer = *Explorer::current;
    if (WeakMemory *memory = explorer.memory()) {
      if (!memory->hasSeenAll(explorer.view(), this))
        explorer.fail("a variable is read while it is written");
      memory->mark(explorer.view(), &reads[explorer.runningFiber()]);
    }
    return value;
  }
  Plain &operator=(T next) {
    Explorer &explorer = *Explorer::current;
    if (WeakMemory *memory = explorer.memory()) {
      bool isOrdered = memory->hasSeenAll(explorer.view(), this);
      for (const char &each : reads)
        isOrdered &= memory->hasSeenAll(explorer.view(), &each);
      if (!isOrdered)
        explorer.fail("a variable is written while it is used");
      memory->mark(explorer.view(), this);
    }
    value = next;
    return *this;
  }
};

/// A word that fibers sleep on until it has another value: one scheduling point for each operation that succeeds.
class Flag {
  volatile bool isSet = false;
  volatile bool alive = true;

  void point() const {
    Explorer::current->point(this, true);
    if (!alive)
      Explorer::current->fail("a flag is used after its record was freed");
    Explorer::current->synchronise(this);
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
