//===- ends.cpp - how a program of Parallel ML ends ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"
#include "pml/runtime/io.h"
#include "pml/runtime/main.h"
#include "pml/runtime/pieces.h"
#include "pml/runtime/strings.h"
#include "pml/runtime/world.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace tactus::pml {

static double milliseconds(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-6; }
static double mebibytes(uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

static void showStatistics() {
  if (!heapSettings.hasStatistics)
    return;
  HeapStatistics shown;
  {
    HeapLocked locked;
    shown = heapStatistics;
  }
  fprintf(stderr,
          "tactus: heap: %llu collections, %.3f ms in all, the longest %.3f ms; %.1f MiB allocated, %.1f MiB copied, "
          "at most %.1f MiB in use\n"
          "tactus: heap: %llu collections of young objects, %.3f ms in all, the longest %.3f ms; %.1f MiB copied\n"
          "tactus: heap: %llu collections of tasks' own heaps, %.3f ms in all, the longest %.3f ms; %.1f MiB copied\n",
          static_cast<unsigned long long>(shown.whole.count), milliseconds(shown.whole.nanoseconds),
          milliseconds(shown.whole.longestNanoseconds), mebibytes(shown.allocatedBytes),
          mebibytes(shown.whole.copiedBytes), mebibytes(shown.mostHeapBytes),
          static_cast<unsigned long long>(shown.young.count), milliseconds(shown.young.nanoseconds),
          milliseconds(shown.young.longestNanoseconds), mebibytes(shown.young.copiedBytes),
          static_cast<unsigned long long>(shown.own.count), milliseconds(shown.own.nanoseconds),
          milliseconds(shown.own.longestNanoseconds), mebibytes(shown.own.copiedBytes));
  showPieces();
}

/// Tasks may come to an end at the same time: the first one ends the process, the others wait for that.
static void endOnce() {
  static std::atomic_flag isEnding = ATOMIC_FLAG_INIT;
  while (isEnding.test_and_set())
    pause();
}

void endProcess(int status) {
  endOnce();
  if (int problem = flushAll(); problem && status == 0) {
    // Who read the output has had enough: no error, and the status that a shell gives a program that SIGPIPE ends.
    constexpr int ReaderIsGone = 128 + SIGPIPE;
    status = problem == EPIPE ? ReaderIsGone : 1;
    if (problem != EPIPE)
      fprintf(stderr, "tactus: error: the last output is lost: %s; send it to a place with room\n", strerror(problem));
  }
  leaveJob();
  showStatistics();
  exit(status);
}

/// Where the exception was raised that nobody handles.
static const RaisePlace *failurePlace;

static void report(const char *message, int length) {
  if (const RaisePlace *place = failurePlace)
    fprintf(stderr, "tactus: error: uncaught exception %.*s, raised at %s:%u:%u\n", length, message, place->file,
            place->line, place->column);
  else
    fprintf(stderr, "tactus: error: uncaught exception %.*s\n", length, message);
}

/// The library says what has happened, does what is to be done at the end, and ends the process. For a program without
/// a library, that is all.
void endWithException() {
  failurePlace = pml_thread.raisePlace;
  if (pml_program.failure)
    pml_program.failure(nullptr);
  flushAll();
  if (const Object *exception = pml_thread.exception) {
    const Object *name = nameOf(*exception), *text = textOf(*exception);
    char message[4096];
    int length = snprintf(message, sizeof message, "%.*s%s%.*s", static_cast<int>(name->length()), name->chars(),
                          text ? ": " : "", text ? static_cast<int>(text->length()) : 0, text ? text->chars() : "");
    report(message, std::min(length, static_cast<int>(sizeof message) - 1));
  }
  endProcess(1);
}

/// What the thread's stack has, and where it ends; 0 for the threads of libtactus.
static constinit thread_local size_t stackBytes = 0;
static constinit thread_local uintptr_t stackEnd = 0;

static void reportOverflow(int signal, siginfo_t *info, void *) {
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (stackEnd && address - (stackEnd - StackGuard) < 2 * StackGuard) {
    flushInDistress();
    char line[200];
    int length = snprintf(line, sizeof line,
                          "tactus: error: stack overflow: the program recurses too deeply for a stack of %zu MiB; set "
                          "TACTUS_STACK_MB to a larger number\n",
                          stackBytes >> 20);
    ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(length));
    (void)written;
    _exit(1);
  }
  // Something else: it happens again, with the default action.
  struct sigaction defaultAction{};
  defaultAction.sa_handler = SIG_DFL;
  sigaction(signal, &defaultAction, nullptr);
}

/// Those that end a program by default, and are often sent to one.
static constexpr int EndingSignals[] = {SIGHUP, SIGINT, SIGTERM};

/// What a signal that ends the program finds in buffers is written. The next one ends it at once: writing may take as
/// long as nobody reads.
static void endBySignal(int signal) {
  int problem = errno;
  flushInDistress();
  errno = problem;
  // SA_RESETHAND: by the default action, so that who waits for the program sees the signal.
  raise(signal);
}

void watchSignal(int signal) {
  struct sigaction action{};
  action.sa_handler = signal == SIGPIPE ? SIG_IGN : SIG_DFL;
  for (int ending : EndingSignals)
    if (ending == signal) {
      action.sa_handler = endBySignal;
      action.sa_flags = SA_RESETHAND | SA_RESTART | SA_ONSTACK;
    }
  sigaction(signal, &action, nullptr);
}

/// Who started the program may have chosen that signals do not end it (nohup).
void watchSignals() {
  struct sigaction before{};
  for (int signal : EndingSignals)
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      watchSignal(signal);
  // A closed pipe is an error of the write, which the program sees.
  watchSignal(SIGPIPE);
}

void watchStack(void *handlerStack, size_t bytes) {
  pthread_attr_t attributes;
  void *lowest;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  stackEnd = reinterpret_cast<uintptr_t>(lowest);
  stackBytes = bytes;
  stack_t stack{};
  stack.ss_sp = handlerStack;
  stack.ss_size = HandlerStackBytes;
  struct sigaction action{};
  action.sa_sigaction = reportOverflow;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&stack, nullptr) == 0)
    sigaction(SIGSEGV, &action, nullptr);
}

} // namespace tactus::pml

using namespace tactus::pml;

extern "C" void pml_exn_report(Object *text) {
  PML_SAFEPOINT();
  Root message(text);
  {
    Outside outside;
    flushAll();
  }
  report(message->chars(), static_cast<int>(message->length()));
}
