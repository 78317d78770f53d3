//===- loader_questions.h - nobody asks the loader while a thread forks ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// dl_iterate_phdr() takes a lock of the loader's that glibc 2.36 does not set back in the child of fork(). If another
// thread holds it at the fork, whoever asks in the child waits for ever. So who asks often says so, and does not ask
// while somebody forks.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_LOADER_QUESTIONS_H
#define TACTUS_RUNTIME_OS_LOADER_QUESTIONS_H

#include <atomic>
#include <sched.h>

namespace tactus {

/// While it exists and is true, its thread may ask, and no other one forks. False if one does: then nothing is asked.
/// Any thread, and signal handlers.
class LoaderQuestion {
public:
  LoaderQuestion() : mayAsk(begin()) {}
  ~LoaderQuestion() {
    if (mayAsk)
      asking.fetch_sub(1, std::memory_order_release);
  }
  LoaderQuestion(const LoaderQuestion &) = delete;
  LoaderQuestion &operator=(const LoaderQuestion &) = delete;
  explicit operator bool() const { return mayAsk; }

  /// By the thread that forks: before, and afterwards in the parent and in the child. A question takes microseconds, so
  /// one that does not end is that of the forking thread itself, which a signal has interrupted: it is not waited for.
  static void stopBeforeFork() {
    constexpr int MostTurns = 10000;
    forking.fetch_add(1);
    for (int turn = 0; turn < MostTurns && asking.load() > 0; ++turn)
      sched_yield();
  }
  static void goOnInParent() { forking.fetch_sub(1); }
  static void goOnInChild() {
    forking.store(0);
    asking.store(0);
  }

private:
  // Sequentially consistent: either who asks sees the fork, or who forks sees the question.
  static constinit inline std::atomic<int> asking{0}, forking{0};
  bool mayAsk;

  static bool begin() {
    asking.fetch_add(1);
    if (forking.load() == 0)
      return true;
    asking.fetch_sub(1);
    return false;
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_LOADER_QUESTIONS_H
