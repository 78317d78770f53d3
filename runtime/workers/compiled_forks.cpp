//===- compiled_forks.cpp - promoted forks in compiled frames -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/compiled_forks.h"

#include "frames/exceptions.h"
#include "frames/return_stubs.h"
#include "frames/stack_walk.h"
#include "maps/landing_pads.h"
#include "os/exported.h"
#include "threads/thread.h"
#include "workers/fork.h"
#include "workers/task_wait.h"

#include <atomic>
#include <cstring>

using namespace tactus;

namespace {

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

bool tactus::promoteCompiledFork(ThreadState &thread, const LatentFork &fork, unsigned level) {
  constexpr unsigned MaximalWords = 256;
  uint64_t environment[MaximalWords];
  if (fork.descriptor->environment_words > MaximalWords || !readEnvironment(fork, environment) ||
      !mayReplaceReturns() || !fork.registers.returnAddressAt)
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
  auto *slot = reinterpret_cast<uintptr_t *>(fork.registers.returnAddressAt);
  tactus_fork_record *record = promoteFork(thread, fork, environment, level);
  if (!record) {
    giveStubBack(index);
    dismissRest(thread, *fork.descriptor);
    return false;
  }
  openForks[index].record = record;
  openForks[index].landingPad = landingPad;
  openForks[index].stackPointer = fork.registers.stackPointer;
  // Kept in the order of the stack. Whoever is promoted is nearly always the youngest that is: the walk is short.
  uint32_t *link = &thread.youngestOpenFork;
  while (*link && openForks[*link - 1].stackPointer < fork.registers.stackPointer)
    link = &openForks[*link - 1].older;
  openForks[index].older = *link;
  *link = index + 1;
  tactus_original_returns[index] = fork.call->returnAddress - 1;
  // An unwinder in a signal handler sees either address, and both lead on.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  *const_cast<volatile uintptr_t *>(slot) =
      reinterpret_cast<uintptr_t>(tactus_return_stubs) + uintptr_t{index} * StubSize + StubEntry;
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

TACTUS_EXPORT tactus_fork_record *tactus_fork_returned(void) { return existingThread()->returnedFork; }

TACTUS_EXPORT tactus_fork_record *tactus_fork_behind(const void *returnAddress, const void **original) {
  auto stub = reinterpret_cast<uintptr_t>(returnAddress);
  if (!isReturnStub(stub))
    return nullptr;
  uintptr_t *word = originalReturn(stub);
  *original = reinterpret_cast<const void *>(*word + 1);
  return openForks[word - tactus_original_returns].record;
}

/// The landing pad's frame calls at this stack pointer or further in than it called its first branch.
extern "C" __attribute__((visibility("hidden"))) void tactus_fork_unwound_slow(uintptr_t stackPointer) {
  ThreadState *thread = existingThread();
  if (!thread)
    return;
  while (thread->youngestOpenFork && openForks[thread->youngestOpenFork - 1].stackPointer <= stackPointer)
    tactus_fork_discard(closeYoungest(*thread));
}

extern "C" __attribute__((visibility("hidden"))) tactus_fork_record *
tactus_fork_leave_unwound_slow(const tactus_fork_descriptor *descriptor, uintptr_t stackPointer) {
  ThreadState *thread = existingThread();
  if (!thread)
    return nullptr;
  while (thread->youngestOpenFork && openForks[thread->youngestOpenFork - 1].stackPointer <= stackPointer) {
    tactus_fork_record *record = closeYoungest(*thread);
    // The frame's own is the oldest of these; others are what longjmp() has left behind.
    bool isLast = !thread->youngestOpenFork || openForks[thread->youngestOpenFork - 1].stackPointer > stackPointer;
    if (isLast && ForkRecord::of(record)->descriptor == descriptor)
      return tactus_fork_leave(record);
    tactus_fork_discard(record);
  }
  return nullptr;
}
