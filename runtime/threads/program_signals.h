//===- program_signals.h - the signals that the program's code blocks ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Threads of libtactus' own block all signals, so that the program's handlers run on its own threads. While such a
// thread executes code of the program's it blocks what the thread that the code comes from does: what a call there
// raises (raise(), a write to a pipe that nobody reads) is met, and processes that are begun there inherit nothing
// else.
//
// That is asked for once for each computation, when a thread of the program's or a member makes its first task, and
// once for each team of threads.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_THREADS_PROGRAM_SIGNALS_H
#define TACTUS_RUNTIME_THREADS_PROGRAM_SIGNALS_H

#include "os/settings.h"
#include "os/signal_mask.h"
#include "os/thread_start.h"
#include "threads/thread.h"

#include <signal.h>

namespace tactus {

/// While it exists, a thread of libtactus' own executes code of the program's.
class ProgramSignals {
public:
  explicit ProgramSignals(SignalMask signals) {
    if (ThreadState *thread = existingThread())
      thread->signals = signals;
    set(signals.set());
  }
  ~ProgramSignals() { set(signalsOfOwnThreads()); }
  ProgramSignals(const ProgramSignals &) = delete;
  ProgramSignals &operator=(const ProgramSignals &) = delete;

private:
  /// Beats and offers come to a worker that has asked for them.
  static void set(sigset_t signals) {
    const ThreadState *thread = existingThread();
    if (thread && thread->isWorker &&
        (thread->threadId.load(std::memory_order_relaxed) || thread->watchedId.load(std::memory_order_relaxed)))
      sigdelset(&signals, static_cast<int>(settings.beatSignal));
    pthread_sigmask(SIG_SETMASK, &signals, nullptr);
  }
};

} // namespace tactus

#endif // TACTUS_RUNTIME_THREADS_PROGRAM_SIGNALS_H
