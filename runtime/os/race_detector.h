//===- race_detector.h - what ThreadSanitizer is told ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program that is built with ThreadSanitizer has its functions, which libtactus finds as weak symbols: it is itself
// not instrumented, so its own synchronisation is unseen and has to be told. What it tells is what OpenMP promises, and
// no more: an edge that only comes from how tasks happen to be scheduled hides races (docs/decisions/0181).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_RACE_DETECTOR_H
#define TACTUS_RUNTIME_OS_RACE_DETECTOR_H

#include "os/settings.h"

#include <cstdint>
#include <pthread.h>

extern "C" {
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_destroy_fiber(void *fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void *fiber, unsigned flags);
__attribute__((weak)) void AnnotateIgnoreSyncBegin(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreSyncEnd(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesBegin(const char *file, int line);
__attribute__((weak)) void AnnotateIgnoreWritesEnd(const char *file, int line);
}

namespace tactus {

/// What comes now is behind all that was in front of a happensBefore() with this address.
inline void happensAfter(void *address) {
  if (__tsan_acquire)
    __tsan_acquire(address);
}
inline void happensBefore(void *address) {
  if (__tsan_release)
    __tsan_release(address);
}

/// Whether somebody looks for races: the program has ThreadSanitizer, and every split is to become a task.
inline bool huntsRaces() {
#if __has_feature(thread_sanitizer)
  return false; // libtactus itself is looked at, whose threads are no fibers
#else
  return __tsan_create_fiber && settings.promoteAll;
#endif
}

/// While it exists, ThreadSanitizer takes no order from mutexes that the thread locks, and what is written or freed by
/// functions that it has replaced is no access of the program's. Not where libtactus itself is looked at.
#if __has_feature(thread_sanitizer)
struct Unseen {
  Unseen() {}
};
#else
class Unseen {
public:
  Unseen() {
    if (!AnnotateIgnoreSyncBegin)
      return;
    AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~Unseen() {
    if (!AnnotateIgnoreSyncBegin)
      return;
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  }
  Unseen(const Unseen &) = delete;
  Unseen &operator=(const Unseen &) = delete;
};
#endif

/// A mutex of libtactus' own. ThreadSanitizer, which sees all mutexes of the process, takes no order from it: what the
/// program does in front of one visit to the runtime is not ordered with what it does behind another.
class UnseenMutex {
public:
  constexpr UnseenMutex() = default;
  UnseenMutex(const UnseenMutex &) = delete;
  UnseenMutex &operator=(const UnseenMutex &) = delete;

  void lock() {
    Unseen unseen;
    pthread_mutex_lock(&mutex);
  }
  void unlock() {
    Unseen unseen;
    pthread_mutex_unlock(&mutex);
  }
  /// In the child of a fork, whatever state it was in.
  void reset() { pthread_mutex_init(&mutex, nullptr); }

private:
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_RACE_DETECTOR_H
