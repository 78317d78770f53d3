//===- thread_start.h - starts libtactus' own threads ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OS_THREAD_START_H
#define TACTUS_RUNTIME_OS_THREAD_START_H

#include "os/thread_stack.h"

#include <atomic>
#include <cstdint>
#include <signal.h>

namespace tactus {

/// What they block where they execute no code of the program's: all but faults.
sigset_t signalsOfOwnThreads();

/// Starts a detached thread. Signals are for the threads that the program knows, so all are blocked on it; but a fault
/// is for the thread that makes it: a blocked one would kill the process without a word. 0, or the error's number.
int startThread(ThreadUse use, void *(*main)(void *), void *argument);

/// Once, before all of these.
void countOwnThreads();

/// Threads that startThread() has started: how many have begun to run, and how many of these have ended or are about
/// to.
struct OwnThreads {
  uint32_t begun, ended;
  static OwnThreads now();
  bool operator==(const OwnThreads &) const = default;
};

/// Called by each such thread when it has counted itself, before anything else: null for nothing. Sequentially
/// consistent: who sets it and then finds that no thread has begun knows that all that begin will call it.
extern constinit std::atomic<void (*)()> whenThreadBegins;

/// In the child of a fork(), whose thread is none of libtactus' own, whatever it was.
void forgetOwnThreads();

} // namespace tactus

#endif // TACTUS_RUNTIME_OS_THREAD_START_H
