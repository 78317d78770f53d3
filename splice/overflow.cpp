//===- overflow.cpp - stacks that are too small ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "overflow.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace tactus::splice {

thread_local const Thread *runningThread [[gnu::tls_model("initial-exec")]] = nullptr;

/// Room for the registers of large processors, and for handlers of the program's.
static constexpr std::size_t HandlerStack = 64UL * 1024;

static struct sigaction previous;

/// In a signal handler: snprintf of a number takes neither locks nor memory.
static void sayOverflow(const Thread &thread) {
  char text[256];
  int length = snprintf(text, sizeof text,
                        "tactus: error: stack overflow in a spliced call, whose stack has %zu KiB: raise the limit of "
                        "the program's stack (ulimit -s), which it follows\n",
                        thread.stack.size() / 1024);
  if (length > 0 && write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0)
    return;
}

/// Whoever had the signal before; in the end the default action, which is to die of it.
static void handOn(int signal, siginfo_t *information, void *context) {
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(signal, information, context);
    return;
  }
  if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
    return;
  }
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr); // the faulting instruction runs again
}

static void onFault(int signal, siginfo_t *information, void *context) {
  if (const Thread *thread = runningThread) {
    const char *fault = static_cast<const char *>(information->si_addr), *lowest = thread->stack.lowest();
    if (fault < lowest && lowest - fault <= static_cast<std::ptrdiff_t>(Stack::guardSize()))
      sayOverflow(*thread);
  }
  handOn(signal, information, context);
}

namespace {
/// The handler cannot run on the stack that has overflown.
class AlternateStack {
  void *mapping = MAP_FAILED;

public:
  AlternateStack() {
    stack_t old{};
    if (sigaltstack(nullptr, &old) != 0 || !(old.ss_flags & SS_DISABLE))
      return; // there is one
    mapping = mmap(nullptr, HandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
      return;
    stack_t ours{};
    ours.ss_sp = mapping;
    ours.ss_size = HandlerStack;
    sigaltstack(&ours, nullptr);
  }
  AlternateStack(const AlternateStack &) = delete;
  AlternateStack &operator=(const AlternateStack &) = delete;
  ~AlternateStack() {
    if (mapping == MAP_FAILED)
      return;
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == mapping) {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
    munmap(mapping, HandlerStack);
  }
};
} // namespace

void watchForOverflow() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
  });
  static thread_local const AlternateStack stack;
  (void)stack;
}

} // namespace tactus::splice
