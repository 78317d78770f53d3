//===- drivers.hpp - threads that run what nobody waits for on the spot ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Operations that have been started wait in one queue. Drivers take them out, in order; one driver is a thread of
// libtactus (tactus_begin()), which goes back to sleep in libtactus when the queue is empty.
//
//     push ── no driver is awake? ── begin one                    at once
//          ── else no watcher?    ── begin one ── after a beat ── the queue is not empty?      ── becomes a driver
//                                                              ── as many drivers as workers?  ── waits until nothing
//                                                                 has been taken for some milliseconds, becomes one
//
// So operations that are shorter than a beat follow each other on one thread, which costs them a lock; a thread more is
// woken at most once a beat. An operation that waits for another one keeps a thread, and the other one is begun all the
// same. What is latent in an operation, such as the iterations of a `bulk`, is promoted to the workers as everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_DRIVERS_HPP
#define TACTUS_DETAIL_DRIVERS_HPP

#include "../tactus.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace tactus::detail {

/// What a driver runs once. Lives until `run` ends its life.
struct Operation {
  Operation *next = nullptr;
  void (*run)(Operation &) noexcept = nullptr;
};

class Drivers {
  // All under the mutex.
  std::mutex mutex;
  Operation *first = nullptr, *last = nullptr;
  uint64_t taken = 0;
  unsigned drivers = 0;
  bool isWatched = false;

  static constexpr std::chrono::microseconds beat{100};
  static constexpr std::chrono::milliseconds patience{5};

public:
  /// Runs the operation on a driver; on the calling thread if there is none, and no thread can be had.
  void push(Operation &operation) noexcept {
    std::unique_lock lock(mutex);
    operation.next = nullptr;
    (first ? last->next : first) = &operation;
    last = &operation;
    if (drivers != 0) {
      watch(lock);
      return;
    }
    ++drivers;
    lock.unlock();
    if (!tactus_begin(drive, this))
      drive(this);
  }

  /// All that use the header in the process share one. Never destroyed: threads may still run at the end.
  static Drivers &all() {
    static Drivers &shared = *new Drivers;
    // The child of a fork() has no drivers, and what was started in the parent is the parent's.
    static const int registered = pthread_atfork([] { shared.mutex.lock(); }, [] { shared.mutex.unlock(); },
                                                 [] {
                                                   shared.first = shared.last = nullptr;
                                                   shared.drivers = 0;
                                                   shared.isWatched = false;
                                                   shared.mutex.unlock();
                                                 });
    static_cast<void>(registered);
    return shared;
  }

private:
  /// Under the lock, which it gives back. Something is in the queue, and a driver awake: sees to it that more come.
  void watch(std::unique_lock<std::mutex> &lock) noexcept {
    if (!first || isWatched)
      return;
    isWatched = true;
    lock.unlock();
    if (tactus_begin(watchAndDrive, this))
      return;
    lock.lock();
    isWatched = false;
  }

  static void drive(void *context) noexcept {
    auto &self = *static_cast<Drivers *>(context);
    for (;;) {
      std::unique_lock lock(self.mutex);
      Operation *operation = self.first;
      if (!operation) {
        --self.drivers;
        return;
      }
      self.first = operation->next;
      ++self.taken;
      self.watch(lock);
      if (lock.owns_lock())
        lock.unlock();
      operation->run(*operation);
    }
  }

  static void watchAndDrive(void *context) noexcept {
    auto &self = *static_cast<Drivers *>(context);
    if (self.isNeeded())
      drive(context);
  }

  /// A watcher waits until one driver more is needed, and counts it, or until nothing is left to be taken.
  bool isNeeded() noexcept {
    std::this_thread::sleep_for(beat);
    // Held until this returns: who finds the queue watched relies on a look that is still to come.
    std::unique_lock lock(mutex);
    for (; first; lock.lock()) {
      uint64_t seen = taken;
      if (drivers >= tactus_worker_count()) {
        lock.unlock();
        std::this_thread::sleep_for(patience);
        lock.lock();
        if (!first)
          break;
      }
      if (drivers < tactus_worker_count() || taken == seen) {
        isWatched = false;
        ++drivers;
        return true;
      }
      lock.unlock();
    }
    isWatched = false;
    return false;
  }
};

} // namespace tactus::detail

#endif // TACTUS_DETAIL_DRIVERS_HPP
