//===- strand_fiber.cpp - ThreadSanitizer sees each strand as a thread ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "workers/strand_fiber.h"

#include "os/allocation.h"
#include "os/exported.h"
#include "os/race_detector.h"
#include "os/spin_lock.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <pthread.h>
#include <sys/mman.h>

extern "C" {
void tactus_call_on_stack(void (*run)(void *argument), void *argument, uintptr_t top);
// Compiled code uses what belongs to its thread, or to its number (compiler/checks/RaceView.h): the strand comes behind
// all that have used the same before.
void tactus_own_of_thread(void);
void tactus_own_of_number(int32_t number);
}

namespace tactus {

/// A place has room for the frames of a task; what needs more goes on into places below, which nobody is in.
static constexpr size_t PlaceBytes = 1 << 20, PlaceCount = 2048, SpareBytes = 64 << 20;
/// Places at the end that only tasks inside of others get.
static constexpr size_t PlacesInside = 128;
static constexpr size_t AreaBytes = PlaceBytes * PlaceCount + SpareBytes;
/// Not a power of two: iterations that conflict are often a round number apart.
static constexpr unsigned FiberCount = 127;

/// Of __tsan_switch_to_fiber(): the one fiber is not ordered with the other.
static constexpr unsigned NoOrder = 1;

namespace {

/// Something that strands use one after the other. Its address is all that counts.
struct Order {
  void *word = nullptr;
  void enter() { happensAfter(&word); }
  void leave() { happensBefore(&word); }
};

struct StrandFiber {
  void *fiber;
  bool isBusy;
};

/// Of a thread.
struct FiberStacks {
  uintptr_t end;
  size_t nextPlace;
  unsigned nextFiber;
  StrandFiber fibers[FiberCount];
  Order places[PlaceCount];
};

/// A strand that runs as a fiber. On its stack.
struct RunningStrand {
  RunningStrand *outer;
  /// What it has used that is the thread's, or that of a number; null if it has not.
  Order *ofThread, *ofNumber;
};

} // namespace

static constinit thread_local FiberStacks *ownStacks = nullptr;
static constinit thread_local RunningStrand *runningStrand = nullptr;
static constinit thread_local Order ownOrder{};
static constinit Order ordersOfNumbers[64];

/// The fiber that fibers are made in. One thread at a time is in it.
static constinit void *origin = nullptr;
static constinit SpinLock<> originLock;

static pthread_key_t endOfThread;
static constinit bool haveKey = false;

/// The calling thread ends.
static void giveStacksBack(void *argument) {
  auto *stacks = static_cast<FiberStacks *>(argument);
  ownStacks = nullptr;
  for (StrandFiber &used : stacks->fibers)
    if (used.fiber)
      __tsan_destroy_fiber(used.fiber);
  if (stacks->end)
    munmap(reinterpret_cast<void *>(stacks->end - AreaBytes), AreaBytes);
  release(stacks);
}

void prepareFibers() {
  if (!huntsRaces())
    return;
  haveKey = pthread_key_create(&endOfThread, giveStacksBack) == 0;
  origin = __tsan_create_fiber(0);
}

static char endOfProcess;

void comeBeforeExit() {
  if (huntsRaces())
    happensBefore(&endOfProcess);
}

void comeAfterThreads() {
  if (huntsRaces())
    happensAfter(&endOfProcess);
}

/// A fiber begins behind what the one has done that makes it, which is nothing here.
static void *makeFiber() {
  void *current = __tsan_get_current_fiber();
  originLock.lock();
  __tsan_switch_to_fiber(origin, NoOrder);
  void *fiber = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(current, NoOrder);
  originLock.unlock();
  return fiber;
}

/// The end of an area below `address`; 0 if there is none.
static uintptr_t mapAreaBelow(uintptr_t address) {
  for (uintptr_t distance = 0; distance <= AreaBytes * 8; distance = distance ? distance * 2 : AreaBytes) {
    void *hint = distance ? reinterpret_cast<void *>((address - AreaBytes - distance) & ~(PlaceBytes - 1)) : nullptr;
    void *memory = mmap(hint, AreaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      return 0;
    if (uintptr_t end = reinterpret_cast<uintptr_t>(memory) + AreaBytes; end < address)
      return end;
    munmap(memory, AreaBytes);
  }
  return 0;
}

static FiberStacks *makeStacks(uintptr_t here) {
  void *memory = allocateZeroed(sizeof(FiberStacks));
  if (!memory)
    return nullptr;
  auto *stacks = new (memory) FiberStacks{};
  stacks->end = mapAreaBelow(here);
  if (haveKey)
    pthread_setspecific(endOfThread, stacks);
  return stacks;
}

static bool isIn(const FiberStacks &stacks, uintptr_t address) {
  return address < stacks.end && address >= stacks.end - AreaBytes;
}

/// The number of a place below `here`, and one that has not been used for long; PlaceCount if there is none.
static size_t takePlace(FiberStacks &stacks, uintptr_t here) {
  // The other stacks are the thread's, which lies above the area, and those of signals' handlers and of the program.
  if (!stacks.end || here < stacks.end - AreaBytes || (runningStrand && !isIn(stacks, here)))
    return PlaceCount;
  size_t first = isIn(stacks, here) ? (stacks.end - 1 - here) / PlaceBytes + 1 : 0;
  if (first >= PlaceCount)
    return PlaceCount;
  size_t place = std::max(stacks.nextPlace, first);
  if (place >= PlaceCount || (place >= PlaceCount - PlacesInside && first < PlaceCount - PlacesInside))
    place = first;
  stacks.nextPlace = place + 1;
  return place;
}

static StrandFiber *takeFiber(FiberStacks &stacks) {
  for (unsigned step = 0; step < FiberCount; ++step) {
    StrandFiber &next = stacks.fibers[stacks.nextFiber++ % FiberCount];
    if (next.isBusy)
      continue;
    if (!next.fiber)
      next.fiber = makeFiber();
    next.isBusy = true;
    return &next;
  }
  return nullptr;
}

static void runInPlace(void *created, void *ended, void (*run)(void *argument), void *argument) {
  happensAfter(created);
  run(argument);
  happensBefore(ended);
}

void runAsStrand(void *created, void *ended, void (*run)(void *argument), void *argument) {
  if (!origin)
    return runInPlace(created, ended, run, argument);
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (!ownStacks) {
    ownStacks = makeStacks(here);
    // The variables of the thread have been initialised.
    ownOrder.leave();
  }
  size_t place = ownStacks ? takePlace(*ownStacks, here) : PlaceCount;
  StrandFiber *fiber = place < PlaceCount ? takeFiber(*ownStacks) : nullptr;
  if (!fiber)
    return runInPlace(created, ended, run, argument);
  Order &order = ownStacks->places[place];
  RunningStrand strand{runningStrand, nullptr, nullptr};
  void *around = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(fiber->fiber, NoOrder);
  runningStrand = &strand;
  happensAfter(created);
  order.enter();
  tactus_call_on_stack(run, argument, ownStacks->end - place * PlaceBytes);
  order.leave();
  for (Order *used : {strand.ofThread, strand.ofNumber})
    if (used)
      used->leave();
  happensBefore(ended);
  runningStrand = strand.outer;
  __tsan_switch_to_fiber(around, NoOrder);
  fiber->isBusy = false;
}

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT void tactus_own_of_thread(void) {
  if (!origin || (runningStrand && runningStrand->ofThread))
    return;
  ownOrder.enter();
  if (runningStrand)
    runningStrand->ofThread = &ownOrder;
  else
    ownOrder.leave();
}

TACTUS_EXPORT void tactus_own_of_number(int32_t number) {
  if (!origin || !runningStrand || runningStrand->ofNumber)
    return;
  runningStrand->ofNumber = &ordersOfNumbers[static_cast<uint32_t>(number) % std::size(ordersOfNumbers)];
  runningStrand->ofNumber->enter();
}
