//===- thread_stack.cpp - the stacks of libtactus' own threads ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One handler of SIGSEGV for the process, installed with the first worker thread. It says something of faults only that
// a worker makes in the guard of its own stack while its stack pointer has come that far: any other one is a wild
// pointer, wherever it may lead. Every fault is passed on to the handler that was there before. A handler that the
// program installs later replaces it, and only the message is lost.
//
//===----------------------------------------------------------------------===//
#include "os/thread_stack.h"

#include "os/machine_context.h"

#include "abi/task_parameters.h"
#include "os/settings.h"
#include "os/signal_chain.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace tactus {

/// Frames of up to this size fault in the guard.
static constexpr size_t GuardBytes = 64 << 10;
static constexpr size_t HandlerStackBytes = 64 << 10;

/// The lowest address of the thread's stack, 0 for threads that are not watched.
static constinit thread_local uintptr_t stackEnd = 0;
static constinit thread_local uintptr_t floorOfTasks = 0;
static constinit thread_local bool hasTaskStack = false;

/// Where TACTUS_TASK_STACK_KB says what a task has, this is there for joins and for libtactus itself: a promotion takes
/// 24 KiB, a join that runs a task 1 KiB.
static constexpr size_t JoinBytes = 128 << 10;

/// Written once, before any watched thread exists.
static struct sigaction previousAction;

size_t parseStackSize(const char *text) {
  char *end;
  unsigned long long number = strtoull(text, &end, 10);
  if (end == text || *text == '-')
    return 0;
  end += strspn(end, " \t");
  const char *units = "BKMG";
  const char *unit = *end ? strchr(units, toupper(*end)) : units + 1;
  if (!unit)
    return 0;
  size_t shift = 10 * static_cast<size_t>(unit - units);
  return number >> (40 - shift) ? 0 : static_cast<size_t>(number) << shift;
}

/// What a task has at least when it begins, where that is set for eager tasks; else 0.
static size_t taskStackBytes(ThreadUse use) {
  return use == ThreadUse::Tasks && settings.eager ? static_cast<size_t>(settings.taskStackKilobytes) << 10 : 0;
}

/// What the analysis of the program says that tasks may need on a worker's stack; 0 where it says nothing.
static size_t neededBytes(ThreadUse use) {
  return use == ThreadUse::Tasks ? static_cast<size_t>(settings.stackNeedKilobytes) << 10 : 0;
}

/// Members of teams are threads of OpenMP's, so OMP_STACKSIZE is heeded where it asks for more. The thread that sends
/// beats has as much as others, though it needs little: what the program keeps by thread lies on the stack too.
static size_t stackBytes(ThreadUse use) {
  if (size_t bytes = taskStackBytes(use))
    return bytes + JoinBytes;
  if (settings.stackMegabytes)
    return static_cast<size_t>(settings.stackMegabytes) << 20;
  constexpr rlim_t Default = 8u << 20, Largest = 1u << 30;
  rlimit limit;
  rlim_t size = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : Default;
  const char *text = getenv("OMP_STACKSIZE");
  size_t wanted = text ? parseStackSize(text) : 0;
  size_t bytes = std::max({static_cast<size_t>(std::clamp(size, Default, Largest)), wanted,
                           std::min<size_t>(neededBytes(use), abi::LargestStackByNeed)});
  // The serial program may have used all of that. Joins come on top, and the base of a worker.
  return use == ThreadUse::Tasks ? bytes + 2 * bytes / JoinsShare : bytes;
}

/// Once, for the threads that run tasks.
static void compareWithNeed(size_t bytes) {
  static constinit std::atomic<bool> isDone{false};
  size_t need = neededBytes(ThreadUse::Tasks);
  if (need <= bytes || isDone.exchange(true, std::memory_order_relaxed))
    return;
  fprintf(stderr,
          "tactus: warning: tasks may need %zu KiB of stack (tactus analyze), and worker threads have %zu; where they "
          "recurse as deeply, set TACTUS_STACK_MB to a larger number\n",
          need >> 10, bytes >> 10);
}

/// What is local to a thread, of the program and its libraries, is on its stack as well.
static int addThreadLocals(dl_phdr_info *info, size_t, void *sum) {
  for (unsigned index = 0; index < info->dlpi_phnum; ++index)
    if (const auto &segment = info->dlpi_phdr[index]; segment.p_type == PT_TLS)
      *static_cast<size_t *>(sum) += segment.p_memsz + segment.p_align;
  return 0;
}

void chooseStack(pthread_attr_t &attributes, ThreadUse use) {
  size_t bytes = stackBytes(use), threadLocals = 0;
  dl_iterate_phdr(addThreadLocals, &threadLocals);
  if (use == ThreadUse::Tasks && !taskStackBytes(use))
    compareWithNeed(bytes);
  pthread_attr_setstacksize(&attributes, bytes + threadLocals + GuardBytes);
  pthread_attr_setguardsize(&attributes, GuardBytes);
}

/// In a signal handler: nothing but system calls, and formatting of integers.
static void reportOverflow() {
  char line[256];
  int length =
      hasTaskStack
          ? snprintf(line, sizeof line,
                     "tactus: error: stack overflow in a task, which had %llu KiB: it recurses too deeply; set "
                     "TACTUS_TASK_STACK_KB to a larger number\n",
                     static_cast<unsigned long long>(settings.taskStackKilobytes))
          : snprintf(line, sizeof line,
                     "tactus: error: stack overflow in a worker thread, whose stack has %zu MiB: a task "
                     "recurses too deeply; set TACTUS_STACK_MB to a larger number\n",
                     stackBytes(ThreadUse::Member) >> 20);
  ssize_t written = write(STDERR_FILENO, line, static_cast<size_t>(length));
  (void)written;
}

static void passOn(int signal, siginfo_t *info, void *context) {
  if (callHandler(previousAction, signal, info, context))
    return;
  // The fault happens again on return, now with the default action; a signal that somebody sent is sent again.
  struct sigaction defaultAction{};
  defaultAction.sa_handler = SIG_DFL;
  sigaction(signal, &defaultAction, nullptr);
  if (info->si_code <= 0)
    raise(signal);
}

/// Has the thread run out of its stack?
static bool isOverflow(const siginfo_t &info, const void *context) {
  // What is mapped, but not to be touched. Others have such pages as well, so the address has to be in this one's.
  if (!stackEnd || info.si_code != SEGV_ACCERR)
    return false;
  auto address = reinterpret_cast<uintptr_t>(info.si_addr);
  // Whether the guard counts as part of the stack depends on the C library.
  if (address < stackEnd - GuardBytes || address >= stackEnd + GuardBytes)
    return false;
  // A function may use this much below its stack pointer, and a call writes right below it.
  constexpr uintptr_t RedZone = 128;
  auto stackPointer = machine::interruptedBy(context).stackPointer;
  return stackPointer <= stackEnd + GuardBytes + RedZone;
}

static void handleFault(int signal, siginfo_t *info, void *context) {
  if (isOverflow(*info, context))
    reportOverflow();
  passOn(signal, info, context);
}

static void installHandler() {
  struct sigaction action{};
  action.sa_sigaction = handleFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSEGV, nullptr, &previousAction) != 0)
    return;
  // What the program has asked of its handler.
  action.sa_flags |= previousAction.sa_flags & (SA_NODEFER | SA_RESTART);
  if (hasHandler(previousAction))
    action.sa_mask = previousAction.sa_mask;
  sigaction(SIGSEGV, &action, nullptr);
}

/// Whether the thread has a stack for signal handlers: the one that somebody else has given it, such as a sanitizer, or
/// a new one.
static bool haveHandlerStack() {
  stack_t stack{};
  if (sigaltstack(nullptr, &stack) == 0 && !(stack.ss_flags & SS_DISABLE))
    return true;
  // Worker threads do not end, so neither does this. Not from the heap, where tools would take it for a leak.
  void *memory =
      mmap(nullptr, HandlerStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  stack = {};
  stack.ss_sp = memory;
  stack.ss_size = HandlerStackBytes;
  return sigaltstack(&stack, nullptr) == 0;
}

/// The initial thread's stack, without reading all of the process's mappings as pthread_getattr_np() does. The name of
/// the program is the last thing at its upper end.
static StackRange initialStack() {
  rlimit limit;
  uintptr_t end = getauxval(AT_EXECFN);
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || end == 0)
    return {0, 0};
  return {limit.rlim_cur < end ? end - limit.rlim_cur : 0, end};
}

static bool isInitialThread() { return syscall(SYS_gettid) == getpid(); }

bool growInitialStack() {
  // Shells set limits in units of 1024 bytes, so this tells a limit that has been raised.
  constexpr rlim_t Unit = 1024, Raised = 16;
  rlimit limit;
  if (!isInitialThread() || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur % Unit == Raised)
    return false;
  // A share of what there is then.
  rlim_t raised = (limit.rlim_cur + limit.rlim_cur / (JoinsShare - 1)) / Unit * Unit + Raised;
  if (raised > limit.rlim_max)
    return false;
  limit.rlim_cur = raised;
  return setrlimit(RLIMIT_STACK, &limit) == 0;
}

StackRange usableStack() {
  if (isInitialThread())
    return initialStack();
  StackRange stack = ownStack();
  pthread_attr_t attributes;
  size_t guard = 0;
  if (stack.end == 0 || pthread_getattr_np(pthread_self(), &attributes) != 0)
    return stack;
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  // Some C libraries count the guard as a part of the stack.
  return {std::min(stack.lowest + guard, stack.end), stack.end};
}

StackRange ownStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return {0, 0};
  void *memory;
  size_t size;
  pthread_attr_getstack(&attributes, &memory, &size);
  pthread_attr_destroy(&attributes);
  auto lowest = reinterpret_cast<uintptr_t>(memory);
  return {lowest, lowest + size};
}

void watchStack(ThreadUse use) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, installHandler);
  StackRange stack = ownStack();
  if (stack.end == 0)
    return;
  size_t bytes = taskStackBytes(use);
  hasTaskStack = bytes;
  floorOfTasks = bytes ? stack.lowest + GuardBytes + bytes : 0;
  if (haveHandlerStack())
    stackEnd = stack.lowest;
}

// Not inlined, though libtactus is optimised as a whole: the frame address would be that of the function around it,
// whose variables lie below that.
[[gnu::noinline]] void giveStackBack() {
  if (!stackEnd)
    return;
  // What this call itself may touch stays, the red zone included.
  constexpr uintptr_t Page = 4096, Margin = 512;
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  uintptr_t end = (here - Margin) & ~(Page - 1), begin = stackEnd + GuardBytes;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
}

uintptr_t taskFloor() { return floorOfTasks; }

} // namespace tactus
