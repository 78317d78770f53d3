//===- stack_walk.cpp - what is latent in a thread's compiled frames ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/stack_walk.h"

#include "frames/return_stubs.h"
#include "os/allocation.h"
#include "os/settings.h"
#include "threads/thread.h"

#include <cstring>
#include <new>
#include <unwind.h>

extern "C" const char tactus_task_return[];

namespace tactus {

using namespace abi;

namespace {
struct Frame {
  uintptr_t returnAddress; // in the frame's code
  FrameRegisters registers;
};

struct UnwindRequest {
  const MapTable *table;
  uintptr_t startReturnAddress, startStackPointer;
  ForeignChain *chain;
  bool started, tooLong;
  /// The previous frame was a return stub: where it finds the address that it leads to.
  const uintptr_t *behindStub;
};
} // namespace

bool isTaskReturn(uintptr_t returnAddress) { return returnAddress == reinterpret_cast<uintptr_t>(&tactus_task_return); }

TACTUS_READS_FOREIGN_STACK static uintptr_t loadWord(uintptr_t address) {
  return *reinterpret_cast<const volatile uintptr_t *>(address);
}

TACTUS_READS_FOREIGN_STACK static uint64_t loadSized(uintptr_t address, unsigned size) {
  switch (size) {
  case 1:
    return *reinterpret_cast<const volatile uint8_t *>(address);
  case 2:
    return *reinterpret_cast<const volatile uint16_t *>(address);
  case 4:
    return *reinterpret_cast<const volatile uint32_t *>(address);
  default:
    return *reinterpret_cast<const volatile uint64_t *>(address);
  }
}

static bool readLocation(const MapLocation &location, const FrameRegisters &registers, uint64_t &value) {
  if (location.type == MapLocation::Constant) {
    value = static_cast<uint64_t>(static_cast<int64_t>(location.offset));
    return true;
  }
  if (location.type == MapLocation::WideConstant) {
    memcpy(&value, reinterpret_cast<const char *>(&location) + location.offset, sizeof value);
    return true;
  }
  uintptr_t base;
  if (location.dwarfRegister == MapLocation::Rsp)
    base = registers.rsp;
  else if (location.dwarfRegister == MapLocation::Rbp && registers.rbpKnown)
    base = registers.rbp;
  else if (location.dwarfRegister == MapLocation::Rbx && registers.rbxKnown)
    base = registers.rbx;
  else
    return false;
  base += static_cast<uintptr_t>(static_cast<intptr_t>(location.offset));
  if (location.type == MapLocation::Direct) {
    value = base;
    return true;
  }
  if (location.type == MapLocation::Indirect) {
    value = loadSized(base, location.size);
    return true;
  }
  return false;
}

bool readLoop(const MapLoop &entry, const FrameRegisters &registers, uint64_t &iteration, LoopSlot *&slot) {
  uint64_t address;
  if (!readLocation(entry.slot, registers, address) || address == 0 || address % alignof(LoopSlot) != 0 ||
      !readLocation(entry.iteration, registers, iteration))
    return false;
  slot = reinterpret_cast<LoopSlot *>(address);
  return true;
}

tactus_fork_descriptor *descriptorOf(const MapFork &entry) {
  if (!entry.descriptorOffset)
    return nullptr;
  return reinterpret_cast<tactus_fork_descriptor *>(
      reinterpret_cast<uintptr_t>(&entry.descriptorOffset) +
      static_cast<uintptr_t>(static_cast<intptr_t>(entry.descriptorOffset)));
}

static const MapLocation *valuesOf(const MapFork &entry) { return reinterpret_cast<const MapLocation *>(&entry + 1); }

bool readEnvironment(const LatentFork &fork, uint64_t *environment) {
  if (fork.entry->valueCount != fork.descriptor->environment_words)
    return false;
  for (uint32_t index = 0; index < fork.entry->valueCount; ++index)
    if (!readLocation(valuesOf(*fork.entry)[index], fork.registers, environment[index]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Foreign frames
//===----------------------------------------------------------------------===//

static bool addWord(ForeignChain &chain, uintptr_t address, uintptr_t value) {
  if (chain.wordCount == ForeignChain::MaximalWords)
    return false;
  chain.words[chain.wordCount++] = {address, value};
  return true;
}

/// Called for each frame, from the runtime's own outwards. In libgcc and LLVM's libunwind alike, the "CFA" here is the
/// frame's own stack pointer at its call, which is the S of the header.
static _Unwind_Reason_Code visitFrame(_Unwind_Context *context, void *argument) {
  auto &request = *static_cast<UnwindRequest *>(argument);
  ForeignChain &chain = *request.chain;
  uintptr_t address = _Unwind_GetIP(context), stackPointer = _Unwind_GetCFA(context);
  if (request.behindStub)
    ++address; // return_stubs.S
  if (!request.started) {
    if (stackPointer > request.startStackPointer)
      return _URC_END_OF_STACK; // not found
    if (stackPointer != request.startStackPointer || address != request.startReturnAddress) {
      request.behindStub = isReturnStub(address) ? originalReturn(address) : nullptr;
      return _URC_NO_REASON;
    }
    request.started = true;
  } else if (address == 0) {
    return _URC_END_OF_STACK;
  } else if (request.behindStub ? !addWord(chain, reinterpret_cast<uintptr_t>(request.behindStub), address - 1)
                                : !addWord(chain, stackPointer - 8, address)) {
    request.tooLong = true;
    return _URC_END_OF_STACK;
  }
  // A stub is a frame of its own here, followed by the one that it stands for: what the stub leads to must be unchanged
  // as well.
  request.behindStub = isReturnStub(address) ? originalReturn(address) : nullptr;
  const MapHit *hit = request.table->find(address);
  if (!hit && !isTaskReturn(address))
    return _URC_NO_REASON;
  chain.endReturnAddress = address;
  chain.endStackPointer = stackPointer;
  chain.endRbp = _Unwind_GetGR(context, MapLocation::Rbp);
  chain.endRbx = _Unwind_GetGR(context, MapLocation::Rbx);
  // A dynamic frame is known by its rbp alone: check that the next time as well.
  if (hit && hit->frameSize == DynamicFrame && !addWord(chain, chain.endRbp + 8, loadWord(chain.endRbp + 8)))
    request.tooLong = true;
  return _URC_END_OF_STACK;
}

static bool unchanged(const ForeignChain &chain) {
  for (unsigned index = 0; index < chain.wordCount; ++index)
    if (loadWord(chain.words[index].address) != chain.words[index].value)
      return false;
  return true;
}

/// Moves a frame that the maps cannot describe to the next one outwards that they can, or to itself with its registers
/// known. False if there is none.
static bool crossForeignFrames(ThreadState &thread, const MapTable &table, Frame &frame) {
  ForeignChains &cache = thread.foreignChains;
  if (cache.tableVersion != table.version) {
    // What was foreign may have a map by now, or its code may be gone.
    cache.forget();
    cache.tableVersion = table.version;
  }
  ForeignChain *chain = nullptr;
  for (unsigned index = 0; index < ForeignChains::MostChains; ++index)
    if (cache.stackPointers[index] == frame.registers.rsp && cache.chains[index].returnAddress == frame.returnAddress) {
      chain = &cache.chains[index];
      break;
    }
  if (!chain || !unchanged(*chain)) {
    if (cache.skips > 0) {
      --cache.skips;
      return false;
    }
    if (!chain) {
      if (!cache.chains)
        cache.chains = static_cast<ForeignChain *>(allocate(sizeof(ForeignChain) * ForeignChains::MostChains));
      if (!cache.chains)
        return false;
      chain = new (&cache.chains[cache.nextVictim]) ForeignChain;
      cache.nextVictim = (cache.nextVictim + 1) % ForeignChains::MostChains;
    }
    uintptr_t &startsAt = cache.stackPointers[chain - cache.chains];
    startsAt = 0;
    chain->endReturnAddress = 0;
    chain->wordCount = 0;
    UnwindRequest request{&table, frame.returnAddress, frame.registers.rsp, chain, false, false, nullptr};
    thread.counters.unwinds.add();
    _Unwind_Backtrace(visitFrame, &request);
    if (!request.started)
      return false;
    if (request.tooLong) {
      cache.skips = cache.nextSkips;
      cache.nextSkips = cache.nextSkips < 4096 ? cache.nextSkips * 2 : cache.nextSkips;
      return false;
    }
    cache.nextSkips = 1;
    startsAt = frame.registers.rsp;
    chain->returnAddress = frame.returnAddress;
  }
  if (!chain->endReturnAddress)
    return false;
  frame.returnAddress = chain->endReturnAddress;
  frame.registers = {chain->endStackPointer, chain->endRbp, chain->endRbx, true, true};
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static void collectFork(const MapHit &hit, const MapFork &entry, const FrameRegisters &registers, uintptr_t frameEnd,
                        Task *owner, CompiledWork &work) {
  unsigned depth = work.depth++;
  tactus_fork_descriptor *descriptor = descriptorOf(entry);
  bool isPromoted = isReturnStub(loadWord(registers.rsp - 8));
  if (!descriptor || ((isPromoted || work.skipsForks) && !work.keepsAll))
    return;
  LatentPart part(frameEnd, tactus::LatentFork{descriptor, owner, nullptr, &hit, &entry, registers});
  part.level = depth;
  work.add(part);
}

/// `frameEnd` is the address of the frame's return address.
static void collect(const MapHit &hit, const FrameRegisters &registers, uintptr_t frameEnd, Task *owner,
                    CompiledWork &work) {
  if (hit.record->entryCount == 0)
    return;
  // Deeper nests than this in one function lose their innermost loops here.
  constexpr unsigned MaximalEntries = 64;
  const MapEntry *entries[MaximalEntries];
  unsigned count = 0;
  hit.forEachEntry([&](const MapEntry &entry) {
    if (count < MaximalEntries)
      entries[count++] = &entry;
  });
  for (unsigned index = count; index-- > 0;) {
    if (entries[index]->kind == abi::FirstBranch) {
      collectFork(hit, *static_cast<const MapFork *>(entries[index]), registers, frameEnd, owner, work);
      continue;
    }
    uint64_t iteration;
    LoopSlot *slot;
    if (!readLoop(*static_cast<const MapLoop *>(entries[index]), registers, iteration, slot))
      continue;
    work.outermost = slot;
    work.outermostIteration = iteration;
    unsigned depth = work.depth++;
    uint64_t end = *const_cast<volatile uint64_t *>(&slot->end);
    // [iteration + 1, end) must not be empty; without overflow at either limit.
    bool isLatent = end > iteration && end - iteration >= 2;
    if (!slot->descriptor || (!isLatent && !work.keepsAll))
      continue;
    LatentPart part(frameEnd, LatentLoop{slot, iteration, end, owner, depth, entries[index]->kind == NextIteration});
    part.level = depth;
    work.add(part);
  }
}

static bool isRbx(const MapLocation &location) {
  return (location.type == MapLocation::Direct || location.type == MapLocation::Indirect) &&
         location.dwarfRegister == MapLocation::Rbx;
}

static bool needsRbx(const MapHit &hit) {
  bool needs = false;
  hit.forEachEntry([&](const MapEntry &entry) {
    if (entry.kind == abi::FirstBranch) {
      auto &fork = static_cast<const MapFork &>(entry);
      for (uint32_t index = 0; index < fork.valueCount; ++index)
        needs |= isRbx(valuesOf(fork)[index]);
    } else {
      auto &loop = static_cast<const MapLoop &>(entry);
      needs |= isRbx(loop.slot) || isRbx(loop.iteration);
    }
  });
  return needs;
}

/// How often one walk asks the unwinder: microseconds each time, and where AddressSanitizer has every frame realigned,
/// at every frame of a deep stack. Beyond, the walk ends with what it has found.
static constexpr unsigned MaximalUnwinds = 64;

void walkStack(ThreadState &thread, const MapTable &table, const CallerState &caller, CompiledWork &work) {
  if (table.empty())
    return; // nor would it be worth crossing foreign frames
  thread.counters.walks.add();
  work.skipsForks = settings.eager || !canReplaceReturns();
  uint64_t lastUnwind = thread.counters.unwinds.get() + MaximalUnwinds;
  Task *owner = thread.task;
  const Anchor *anchor = thread.anchor;
  Frame frame{caller.returnAddress, {caller.stackPointer, caller.rbp, caller.rbx, true, true}};
  for (;;) {
    if (isTaskReturn(frame.returnAddress)) {
      if (!anchor)
        return; // a worker's base
      frame = {anchor->caller->returnAddress,
               {anchor->caller->stackPointer, anchor->caller->rbp, anchor->caller->rbx, true, true}};
      owner = anchor->task;
      anchor = anchor->previous;
      continue;
    }
    const MapHit *hit = table.find(frame.returnAddress);
    bool dynamic = hit && hit->frameSize == DynamicFrame;
    if (!hit || (dynamic && (!frame.registers.rbpKnown || (!frame.registers.rbxKnown && needsRbx(*hit))))) {
      if (thread.counters.unwinds.get() == lastUnwind || !crossForeignFrames(thread, table, frame))
        return;
      continue;
    }
    uintptr_t returnAddressAt;
    if (dynamic) {
      returnAddressAt = frame.registers.rbp + 8;
    } else {
      returnAddressAt = frame.registers.rsp + hit->frameSize;
      if (!frame.registers.rbpKnown) {
        // If this frame addresses anything through rbp, then it is its frame pointer.
        frame.registers.rbp = returnAddressAt - 8;
        frame.registers.rbpKnown = true;
      }
    }
    // The stack only grows outwards from here; anything else is a map that does not fit.
    if (returnAddressAt < frame.registers.rsp || returnAddressAt % 8 != 0)
      return;
    collect(*hit, frame.registers, returnAddressAt, owner, work);
    uintptr_t callersRbp = dynamic ? loadWord(returnAddressAt - 8) : 0;
    frame = {loadWord(returnAddressAt), {returnAddressAt + 8, callersRbp, 0, dynamic, false}};
    if (isReturnStub(frame.returnAddress))
      frame.returnAddress = *originalReturn(frame.returnAddress) + 1;
    if (!frame.returnAddress)
      return;
  }
}

/// What the walk of a handler may take: a quarter of a microsecond for a frame.
static constexpr unsigned MostFramesAround = 4096;

void walkAround(ThreadState &thread, const MapTable &table, StackFrame frame, CompiledWork &work) {
  work.skipsForks = settings.eager || !canReplaceReturns();
  Task *owner = thread.task;
  const Anchor *anchor = thread.anchor;
  for (unsigned count = 0; count < MostFramesAround; ++count) {
    if (isReturnStub(frame.address))
      frame.address = *originalReturn(frame.address) + 1;
    if (isTaskReturn(frame.address)) {
      if (!anchor)
        return; // a worker's base
      frame = {anchor->caller->returnAddress, anchor->caller->stackPointer, anchor->caller->rbp, anchor->caller->rbx};
      owner = anchor->task;
      anchor = anchor->previous;
      continue;
    }
    const MapHit *hit = table.find(frame.address);
    FrameRegisters registers{frame.rsp, frame.rbp, frame.rbx, true, true};
    if (!stepOut(frame, FrameKind::Calling, thread.watchedStack))
      return;
    if (hit)
      collect(*hit, registers, frame.rsp - sizeof(uintptr_t), owner, work);
  }
}

} // namespace tactus
