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

int startThread(ThreadUse use, void *(*main)(void *), void *argument) {
  if (failureInjection.threads.load(std::memory_order_relaxed))
    return EAGAIN;
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
  int error = pthread_create(&handle, &attributes, main, argument);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  pthread_attr_destroy(&attributes);
  return error;
}

} // namespace tactus
