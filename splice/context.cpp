//===- context.cpp - switching stacks -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The assembly changes stacks; here is what else belongs to a thread: the exceptions that it handles, the control words
// of floating point, and what the sanitizers know. Their functions are weak: they are there if the program has them,
// whether or not this library was compiled for a sanitizer.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include "overflow.h"
#include "valgrind_requests.h"

#include <cstring>
#include <cxxabi.h>
#include <utility>

extern "C" {
void tactus_splice_switch(void **saved, void *next) __asm__("tactus_splice_switch");
void tactus_splice_begin() __asm__("tactus_splice_begin");

[[gnu::weak]] void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom, std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void *fakeStack, const void **bottom, std::size_t *size);
[[gnu::weak]] void *__tsan_get_current_fiber();
[[gnu::weak]] void *__tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void *fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void *fiber, unsigned flags);
}

namespace tactus::splice {

/// Bytes between the tops of neighbouring stacks, modulo a page: else the warmest lines of all threads would compete
/// for the same few places of the first-level cache. A multiple of 64 that divides no page.
static constexpr std::size_t ColourStep = 832;

/// Stacks below this have no room to give away.
static constexpr std::size_t SmallStack = 65536;

/// What prepareContext lays down for tactus_splice_switch to pick up.
struct FirstFrame {
  void *r15, *r14;
  /// For unwinding: where the scheduler's stack pointer is.
  void **scheduler;
  void (*run)(Thread &);
  Thread *argument;
  void *rbp;
  void (*begin)();
};

static ControlWords readControlWords() {
  ControlWords words;
  // The flags of what has happened are not control, and differ all the time.
  constexpr uint32_t StickyFlags = 0x3f;
  __asm__ volatile("stmxcsr %0" : "=m"(words.mxcsr));
  __asm__ volatile("fnstcw %0" : "=m"(words.x87));
  words.mxcsr &= ~StickyFlags;
  return words;
}

static void writeControlWords(const ControlWords &words) {
  __asm__ volatile("ldmxcsr %0" : : "m"(words.mxcsr));
  __asm__ volatile("fldcw %0" : : "m"(words.x87));
}

static ExceptionState &exceptionState() { return *reinterpret_cast<ExceptionState *>(abi::__cxa_get_globals()); }

void prepareContext(Thread &thread, void (*run)(Thread &)) {
  Stack &stack = thread.stack;
  std::size_t colour = thread.number * ColourStep % 4096 / 16 * 16;
  if (stack.size() < SmallStack)
    colour = 0;
  // 16 bytes above the record stay free, and the stack is aligned as at a call's return address.
  char *top = stack.lowest() + stack.size() - colour - 16;
  auto *frame = reinterpret_cast<FirstFrame *>(top - sizeof(FirstFrame));
  askValgrind(ValgrindRequest::MakeUndefined, reinterpret_cast<std::uintptr_t>(stack.lowest()), stack.size());
  *frame = {nullptr, nullptr, &thread.group->saved, run, &thread, nullptr, tactus_splice_begin};
  thread.saved = frame;
  thread.control = readControlWords();
  if (__tsan_create_fiber)
    thread.fiber = __tsan_create_fiber(0);
}

void releaseContext(Thread &thread) noexcept {
  if (thread.fiber)
    __tsan_destroy_fiber(std::exchange(thread.fiber, nullptr));
  thread.stack.release();
}

void resume(Thread &thread) {
  Group &group = *thread.group;
  ++group.counters.contextSwitches;
  ControlWords own = readControlWords();
  if (thread.control != own)
    writeControlWords(thread.control);
  ExceptionState &exceptions = exceptionState();
  ExceptionState before = std::exchange(exceptions, thread.exceptions);
  detail::context *outer = std::exchange(detail::current_context, &thread);
  runningThread = &thread;
  if (__tsan_switch_to_fiber) {
    group.callerFiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(thread.fiber, 0);
  }
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&group.callerFakeStack, thread.stack.lowest(), thread.stack.size());
  tactus_splice_switch(&thread.groupOfStack().saved, thread.saved);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(group.callerFakeStack, nullptr, nullptr);
  runningThread = nullptr;
  detail::current_context = outer;
  thread.exceptions = std::exchange(exceptions, before);
  thread.control = readControlWords();
  if (thread.control != own)
    writeControlWords(own);
}

void arrive(Thread &thread) {
  Group &group = *thread.group;
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(nullptr, &group.callerStack, &group.callerStackSize);
}

/// \param last  the thread has ended: its fake stack goes, too
static void switchToScheduler(Thread &thread, bool last) {
  Group &group = *thread.group;
  if (__tsan_switch_to_fiber)
    __tsan_switch_to_fiber(group.callerFiber, 0);
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(last ? nullptr : &thread.fakeStack, group.callerStack, group.callerStackSize);
  tactus_splice_switch(&thread.saved, thread.groupOfStack().saved);
  Thread &now = threadOf(thread);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(now.fakeStack, &now.group->callerStack, &now.group->callerStackSize);
}

void suspend(Thread &thread) { switchToScheduler(thread, false); }

void leave(Thread &thread) {
  switchToScheduler(thread, true);
  __builtin_unreachable();
}

} // namespace tactus::splice
