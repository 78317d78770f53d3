//===- return_stubs.cpp - how a promoted call returns ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "return_stubs.h"

#include "exceptions.h"
#include "fork.h"
#include "landing_pads.h"
#include "stack_walk.h"
#include "task_wait.h"
#include "thread.h"

#include <atomic>
#include <cstring>

using namespace tactus;

static constexpr unsigned StubCount = TACTUS_RETURN_STUBS;

// Read by unwinders, in any thread and at any moment: a word is written before the stub is on a stack, and keeps its
// value after that until the stub is used again.
__attribute__((visibility("hidden"))) uintptr_t tactus_original_returns[StubCount];

namespace {

/// The frame of a promoted fork, by its stub. Written and read by the thread that has the stub.
struct OpenFork {
  tactus_fork_record *record;
  uintptr_t landingPad;
  /// Where the return address was replaced.
  uintptr_t *slot;
  /// The next further out that the thread has open, as index + 1; 0: none.
  uint32_t older;
  /// While the stub is free: the next free one, as index + 1; 0: none. Relaxed: `freeStubs` orders it.
  std::atomic<uint32_t> nextFree;
};

OpenFork openForks[StubCount];

/// Stubs that have been used and are free: the index + 1 of the first, and above it a number that each change raises,
/// so that a stub that was taken and given back in between is not mistaken for untouched. Acquire and release: who
/// takes a stub sees what its last owner left.
constinit std::atomic<uint64_t> freeStubs{0};
/// Stubs that have ever been used.
constinit std::atomic<uint32_t> stubsBegun{0};
constinit std::atomic<uint32_t> stubsUsed{0};

/// What the return stub hands to the landing pad.
struct Entry {
  tactus_fork_record *record;
  uintptr_t landingPad;
};
/// The registers of return_stubs.S.
struct ReturnRegisters {
  uint64_t integers[2];
  uint64_t vectors[2][2];
};

} // namespace

extern "C" Entry tactus_return_promoted(uintptr_t stub, const ReturnRegisters *registers);

static constexpr uint32_t NoStub = UINT32_MAX;

static uint32_t takeStub() {
  uint64_t head = freeStubs.load(std::memory_order_acquire);
  while (uint32_t first = static_cast<uint32_t>(head)) {
    uint64_t next = openForks[first - 1].nextFree.load(std::memory_order_relaxed);
    uint64_t changed = ((head >> 32) + 1) << 32 | next;
    if (freeStubs.compare_exchange_weak(head, changed, std::memory_order_acquire)) {
      stubsUsed.fetch_add(1, std::memory_order_relaxed);
      return first - 1;
    }
  }
  uint32_t fresh = stubsBegun.load(std::memory_order_relaxed);
  while (fresh < StubCount)
    if (stubsBegun.compare_exchange_weak(fresh, fresh + 1, std::memory_order_relaxed)) {
      stubsUsed.fetch_add(1, std::memory_order_relaxed);
      return fresh;
    }
  return NoStub;
}

static void giveStubBack(uint32_t index) {
  stubsUsed.fetch_sub(1, std::memory_order_relaxed);
  uint64_t head = freeStubs.load(std::memory_order_relaxed);
  uint64_t changed;
  do {
    openForks[index].nextFree.store(static_cast<uint32_t>(head), std::memory_order_relaxed);
    changed = ((head >> 32) + 1) << 32 | (index + 1);
  } while (!freeStubs.compare_exchange_weak(head, changed, std::memory_order_release));
}

unsigned tactus::usedReturnStubs() { return stubsUsed.load(std::memory_order_relaxed); }

/// rdsspq leaves its operand alone where there is no shadow stack.
static uint64_t readShadowStackPointer() {
  uint64_t pointer = 0;
  __asm__ volatile("rdsspq %0" : "+r"(pointer));
  return pointer;
}
constinit uint64_t (*tactus::shadowStackPointer)() = readShadowStackPointer;

static bool isStubLeft() {
  return static_cast<uint32_t>(freeStubs.load(std::memory_order_relaxed)) ||
         stubsBegun.load(std::memory_order_relaxed) < StubCount;
}

bool tactus::canReplaceReturns() { return !shadowStackPointer() && isStubLeft(); }

/// Whether a fork is part of the same task as the strand that it is found in: no first branch of a promoted task of
/// that strand is further out. `slot` is where its first branch returns.
static bool continuesStrand(const ThreadState &thread, const LatentFork &fork, const uintptr_t *slot) {
  for (uint32_t next = thread.youngestOpenFork; next; next = openForks[next - 1].older) {
    if (openForks[next - 1].slot < slot)
      continue;
    const ForkRecord &around = *ForkRecord::of(openForks[next - 1].record);
    if (around.owner != fork.owner)
      break;
    if (around.descriptor->flags & TACTUS_FORK_OF_TASK)
      return false;
  }
  return true;
}

bool tactus::promoteCompiledFork(ThreadState &thread, const LatentFork &fork, unsigned level) {
  constexpr unsigned MaximalWords = 256;
  uint64_t environment[MaximalWords];
  if (fork.descriptor->environment_words > MaximalWords || !readEnvironment(fork, environment) || shadowStackPointer())
    return false;
  // The unwinder has looked for the handler's frame before it runs what is on the way there, and recognises the frame
  // by its stack pointer and by what it was reached from. That must not become a stub in between.
  if (isUnwinding())
    return false;
  uintptr_t landingPad = landingPadOf(*fork.call);
  if (!landingPad)
    return false;
  if (!admitRest(thread, *fork.descriptor))
    return false;
  uint32_t index = takeStub();
  if (index == NoStub) {
    dismissRest(thread, *fork.descriptor);
    return false;
  }
  auto *slot = reinterpret_cast<uintptr_t *>(fork.registers.rsp) - 1;
  tactus_fork_record *record = promoteFork(thread, fork, environment, level, continuesStrand(thread, fork, slot));
  if (!record) {
    giveStubBack(index);
    dismissRest(thread, *fork.descriptor);
    return false;
  }
  openForks[index].record = record;
  openForks[index].landingPad = landingPad;
  openForks[index].slot = slot;
  // Kept in the order of the stack. Whoever is promoted is nearly always the youngest that is: the walk is short.
  uint32_t *link = &thread.youngestOpenFork;
  while (*link && openForks[*link - 1].slot < slot)
    link = &openForks[*link - 1].older;
  openForks[index].older = *link;
  *link = index + 1;
  tactus_original_returns[index] = fork.call->returnAddress - 1;
  // An unwinder in a signal handler sees either address, and both lead on.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  *const_cast<volatile uintptr_t *>(slot) =
      reinterpret_cast<uintptr_t>(tactus_return_stubs) + uintptr_t{index} * StubSize + 1;
  return true;
}

/// The youngest open fork of the thread, which is being left.
static tactus_fork_record *closeYoungest(ThreadState &thread) {
  uint32_t index = thread.youngestOpenFork - 1;
  tactus_fork_record *record = openForks[index].record;
  thread.youngestOpenFork = openForks[index].older;
  giveStubBack(index);
  return record;
}

/// The first branch has returned, to `stub`.
Entry tactus_return_promoted(uintptr_t stub, const ReturnRegisters *registers) {
  ThreadState &thread = *existingThread();
  bool wasInRuntime = thread.isInRuntime;
  thread.isInRuntime = true;
  auto index = static_cast<uint32_t>(originalReturn(stub) - tactus_original_returns);
  // Frames that longjmp() left out are still open; their tasks are not needed any more.
  while (thread.youngestOpenFork && thread.youngestOpenFork != index + 1)
    tactus_fork_discard(closeYoungest(thread));
  Entry entry{openForks[index].record, openForks[index].landingPad};
  memcpy(entry.record->returned_integers, registers->integers, sizeof registers->integers);
  memcpy(entry.record->returned_vectors, registers->vectors, sizeof registers->vectors);
  closeYoungest(thread);
  thread.returnedFork = entry.record;
  thread.isInRuntime = wasInRuntime;
  return entry;
}

__attribute__((visibility("default"))) tactus_fork_record *tactus_fork_returned(void) {
  return existingThread()->returnedFork;
}

__attribute__((visibility("default"))) tactus_fork_record *tactus_fork_behind(const void *returnAddress,
                                                                              const void **original) {
  auto stub = reinterpret_cast<uintptr_t>(returnAddress);
  if (!isReturnStub(stub))
    return nullptr;
  uintptr_t *word = originalReturn(stub);
  *original = reinterpret_cast<const void *>(*word + 1);
  return openForks[word - tactus_original_returns].record;
}

__attribute__((visibility("default"))) void tactus_fork_unwound(void) {
  ThreadState *thread = existingThread();
  if (!thread)
    return;
  // The landing pad's frame called us at this address or further in than it called its first branch.
  auto *slot = static_cast<uintptr_t *>(__builtin_frame_address(0)) + 1;
  while (thread->youngestOpenFork && openForks[thread->youngestOpenFork - 1].slot <= slot)
    tactus_fork_discard(closeYoungest(*thread));
}

__attribute__((visibility("default"))) tactus_fork_record *
tactus_fork_leave_unwound(const tactus_fork_descriptor *descriptor) {
  ThreadState *thread = existingThread();
  if (!thread)
    return nullptr;
  auto *slot = static_cast<uintptr_t *>(__builtin_frame_address(0)) + 1;
  while (thread->youngestOpenFork && openForks[thread->youngestOpenFork - 1].slot <= slot) {
    tactus_fork_record *record = closeYoungest(*thread);
    // The frame's own is the oldest of these; others are what longjmp() has left behind.
    bool isLast = !thread->youngestOpenFork || openForks[thread->youngestOpenFork - 1].slot > slot;
    if (isLast && ForkRecord::of(record)->descriptor == descriptor)
      return tactus_fork_leave(record);
    tactus_fork_discard(record);
  }
  return nullptr;
}
