//===- thread_start.cpp - starts libtactus' own threads ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/thread_start.h"
#include "os/processors.h"

#include "os/allocation.h"

#include <cerrno>
#include <initializer_list>
#include <pthread.h>
#include <signal.h>

namespace tactus {

sigset_t signalsOfOwnThreads() {
  sigset_t blocked;
  sigfillset(&blocked);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS})
    sigdelset(&blocked, fault);
  return blocked;
}

// Sequentially consistent: see entry/last_thread.cpp.
static constinit std::atomic<uint32_t> begunCount{0}, endedCount{0};
constinit std::atomic<void (*)()> whenThreadBegins{nullptr};
static pthread_key_t endOfOwnThread;
static bool haveKey;

OwnThreads OwnThreads::now() {
  // In this order: no thread is counted as running that has ended.
  uint32_t begun = begunCount.load(std::memory_order_seq_cst);
  return {begun, endedCount.load(std::memory_order_seq_cst)};
}

void countOwnThreads() {
  haveKey =
      pthread_key_create(&endOfOwnThread, [](void *) { endedCount.fetch_add(1, std::memory_order_seq_cst); }) == 0;
}

void forgetOwnThreads() {
  begunCount.store(0, std::memory_order_relaxed);
  endedCount.store(0, std::memory_order_relaxed);
  if (haveKey)
    pthread_setspecific(endOfOwnThread, nullptr);
}

namespace {
struct ThreadMain {
  void *(*main)(void *);
  void *argument;
};
} // namespace

/// A thread counts as the program's until it has begun.
static void *runOwnThread(void *argument) {
  ThreadMain own = *static_cast<ThreadMain *>(argument);
  release(argument);
  if (haveKey && pthread_setspecific(endOfOwnThread, &endOfOwnThread) == 0)
    begunCount.fetch_add(1, std::memory_order_seq_cst);
  // Not by who starts the thread: in between somebody may set this, and find nothing begun.
  if (auto *when = whenThreadBegins.load(std::memory_order_seq_cst))
    when();
  return own.main(own.argument);
}

int startThread(ThreadUse use, void *(*main)(void *), void *argument) {
  if (failureInjection.threads.load(std::memory_order_relaxed))
    return EAGAIN;
  auto *own = static_cast<ThreadMain *>(allocate(sizeof(ThreadMain)));
  if (!own)
    return ENOMEM;
  *own = {main, argument};
  sigset_t blocked = signalsOfOwnThreads(), previous;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  chooseStack(attributes, use);
  // Not the place of whoever makes the thread.
  if (const cpu_set_t *all = keptAffinity())
    pthread_attr_setaffinity_np(&attributes, sizeof *all, all);
  pthread_sigmask(SIG_SETMASK, &blocked, &previous);
  pthread_t handle;
  int error = pthread_create(&handle, &attributes, runOwnThread, own);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  pthread_attr_destroy(&attributes);
  if (error)
    release(own);
  return error;
}

} // namespace tactus
