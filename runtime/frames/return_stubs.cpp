//===- return_stubs.cpp - how a promoted call returns ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/return_stubs.h"

#include "os/settings.h"

#include <atomic>
#include <cstring>

using namespace tactus;

static constexpr unsigned StubCount = TACTUS_RETURN_STUBS;

// Read by unwinders, in any thread and at any moment: a word is written before the stub is on a stack, and keeps its
// value after that until the stub is used again.
__attribute__((visibility("hidden"))) uintptr_t tactus_original_returns[StubCount];

// Initialised by the compiler: a program touches the pages of those that it uses.
constinit OpenFork tactus::openForks[StubCount]{};

namespace {

/// Stubs that have been used and are free: the index + 1 of the first, and above it a number that each change raises,
/// so that a stub that was taken and given back in between is not mistaken for untouched. Acquire and release: who
/// takes a stub sees what its last owner left.
constinit std::atomic<uint64_t> freeStubs{0};
/// Stubs that have ever been used.
constinit std::atomic<uint32_t> stubsBegun{0};
constinit std::atomic<uint32_t> stubsUsed{0};

} // namespace

uint32_t tactus::takeStub() {
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

void tactus::giveStubBack(uint32_t index) {
  stubsUsed.fetch_sub(1, std::memory_order_relaxed);
  uint64_t head = freeStubs.load(std::memory_order_relaxed);
  uint64_t changed;
  do {
    openForks[index].nextFree.store(static_cast<uint32_t>(head), std::memory_order_relaxed);
    changed = ((head >> 32) + 1) << 32 | (index + 1);
  } while (!freeStubs.compare_exchange_weak(head, changed, std::memory_order_release));
}

unsigned tactus::usedReturnStubs() { return stubsUsed.load(std::memory_order_relaxed); }

#if defined(__x86_64__)
/// rdsspq leaves its operand alone where there is no shadow stack.
static uint64_t readShadowStackPointer() {
  uint64_t pointer = 0;
  __asm__ volatile("rdsspq %0" : "+r"(pointer));
  return pointer;
}
#else
/// Guarded control stacks come with kernels that are younger than this.
static uint64_t readShadowStackPointer() { return 0; }
#endif
constinit uint64_t (*tactus::shadowStackPointer)() = readShadowStackPointer;

static bool isStubLeft() {
  return static_cast<uint32_t>(freeStubs.load(std::memory_order_relaxed)) ||
         stubsBegun.load(std::memory_order_relaxed) < StubCount;
}

bool tactus::mayReplaceReturns() { return !settings.keepsReturns && !shadowStackPointer(); }

bool tactus::canReplaceReturns() { return mayReplaceReturns() && isStubLeft(); }
