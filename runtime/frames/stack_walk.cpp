//===- stack_walk.cpp - what is latent in a thread's compiled frames ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "frames/stack_walk.h"

#include "frames/return_stubs.h"
#include "os/machine.h"
#include "os/settings.h"
#include "threads/thread.h"

#include <cstring>
#include <unwind.h>

extern "C" const char tactus_task_return[];

namespace tactus {

using namespace abi;

bool isTaskReturn(uintptr_t returnAddress) { return returnAddress == reinterpret_cast<uintptr_t>(&tactus_task_return); }

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
  if (location.base == MapLocation::StackPointer)
    base = registers.stackPointer;
  else if (location.base == MapLocation::FramePointer && registers.framePointerKnown)
    base = registers.framePointer;
  else if (location.base == MapLocation::BasePointer && registers.basePointerKnown)
    base = registers.basePointer;
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
// What is latent in a frame
//===----------------------------------------------------------------------===//

static void collectFork(const MapHit &hit, const MapFork &entry, const FrameRegisters &registers, uintptr_t frameEnd,
                        Task *owner, CompiledWork &work) {
  unsigned depth = work.depth++;
  tactus_fork_descriptor *descriptor = descriptorOf(entry);
  bool isPromoted = registers.returnAddressAt && isReturnStub(loadWord(registers.returnAddressAt));
  if (!descriptor || ((isPromoted || work.skipsForks) && !work.keepsAll))
    return;
  LatentPart part(frameEnd, tactus::LatentFork{descriptor, owner, nullptr, &hit, &entry, registers});
  part.level = depth;
  work.add(part);
}

/// [iteration + 1, end) must not be empty; without overflow at either limit.
static bool canBeShared(uint64_t iteration, uint64_t end) { return end > iteration && end - iteration >= 2; }

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
    if (!slot->descriptor || (!canBeShared(iteration, end) && !work.keepsAll))
      continue;
    LatentPart part(frameEnd, LatentLoop{slot, iteration, end, owner, depth, entries[index]->kind == NextIteration});
    part.level = depth;
    work.add(part);
  }
}

static bool isBasePointer(const MapLocation &location) {
  return (location.type == MapLocation::Direct || location.type == MapLocation::Indirect) &&
         location.base == MapLocation::BasePointer;
}

static bool needsBasePointer(const MapHit &hit) {
  bool needs = false;
  hit.forEachEntry([&](const MapEntry &entry) {
    if (entry.kind == abi::FirstBranch) {
      auto &fork = static_cast<const MapFork &>(entry);
      for (uint32_t index = 0; index < fork.valueCount; ++index)
        needs |= isBasePointer(valuesOf(fork)[index]);
    } else {
      auto &loop = static_cast<const MapLoop &>(entry);
      needs |= isBasePointer(loop.slot) || isBasePointer(loop.iteration);
    }
  });
  return needs;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// How often one walk asks the unwinder: microseconds each time, and more on a deep stack. Beyond, the walk ends with
/// what it has found.
static constexpr unsigned MaximalUnwinds = 64;

static uintptr_t behindStub(uintptr_t address) {
  return isReturnStub(address) ? *originalReturn(address) + 1 : address;
}

static StackFrame frameOf(const CallerState &caller) {
  return {caller.returnAddress, caller.stackPointer, caller.framePointer, caller.basePointer};
}

static FrameRegisters registersOf(const StackFrame &frame) {
  uintptr_t returnAddressAt = machine::PushesReturns ? frame.stackPointer - sizeof(uintptr_t) : frame.returnAddressAt;
  return {frame.stackPointer,      frame.framePointer,     frame.basePointer,
          frame.framePointerKnown, frame.basePointerKnown, returnAddressAt};
}

/// Where the frame further in keeps its return address, which leads to this one. Its code knows the place as one word
/// above its frame pointer's.
static uintptr_t endOfInner(const StackFrame &frame) {
  uintptr_t atEnd = frame.stackPointer - sizeof(uintptr_t);
  return machine::PushesReturns || !frame.returnAddressAt ? atEnd : frame.returnAddressAt;
}

namespace {

/// Where a walk is.
class Walk {
  ThreadState &thread;
  const MapTable &table;
  /// The outermost frame so far whose registers have all been known: from there the others are found, once somebody
  /// asks for them. Frames of fixed size need none, so a walk over a deep recursion looks for none.
  StackFrame known;
  unsigned unwindsLeft = MaximalUnwinds;

  bool learnRegisters();
  bool askUnwinder();

public:
  StackFrame frame;

  Walk(ThreadState &thread, const MapTable &table, const CallerState &caller)
      : thread(thread), table(table), known(tactus::frameOf(caller)), frame(known) {}
  void begin(const CallerState &caller) { known = frame = tactus::frameOf(caller); }
  /// Makes sure that a dynamic frame's registers are known, as far as it needs them. It may end further out than it has
  /// begun, where only the unwinder knows the way.
  bool prepare(const MapHit &hit);
  /// From a frame with a map to its caller. False at the end.
  bool leaveMapped(uintptr_t returnAddressAt, bool dynamic);
  /// From a frame without one.
  bool leaveForeign();
};

struct UnwindRequest {
  const MapTable *table;
  const StackFrame *start;
  StackFrame *end;
  bool started, found;
  /// The previous frame was a return stub.
  bool isBehindStub;
};

} // namespace

/// Called for each frame, from the runtime's own outwards. In libgcc and LLVM's libunwind alike, the "CFA" here is the
/// frame's own stack pointer at its call, which is the S of the header.
static _Unwind_Reason_Code visitFrame(_Unwind_Context *context, void *argument) {
  auto &request = *static_cast<UnwindRequest *>(argument);
  uintptr_t address = _Unwind_GetIP(context), stackPointer = _Unwind_GetCFA(context);
  if (request.isBehindStub)
    ++address; // return_stubs.S
  request.isBehindStub = isReturnStub(address);
  if (!request.started && stackPointer > request.start->stackPointer)
    return _URC_END_OF_STACK; // not found
  request.started =
      request.started || (stackPointer == request.start->stackPointer && address == request.start->address);
  if (!request.started || (address && !request.table->find(address) && !isTaskReturn(address)))
    return _URC_NO_REASON;
  request.found = address;
  *request.end = {address, stackPointer, _Unwind_GetGR(context, machine::FramePointer),
                  _Unwind_GetGR(context, machine::BasePointer)};
  return _URC_END_OF_STACK;
}

/// Moves on to the next frame outwards that has a map, or stays at one, its registers known. It understands all tables
/// that there are, and walks from the runtime's own frame on.
bool Walk::askUnwinder() {
  if (unwindsLeft == 0)
    return false;
  --unwindsLeft;
  thread.counters.unwinds.add();
  StackFrame end;
  UnwindRequest request{&table, &frame, &end, false, false, false};
  _Unwind_Backtrace(visitFrame, &request);
  if (request.found)
    known = frame = end;
  return request.found;
}

bool Walk::learnRegisters() {
  while (known.stackPointer < frame.stackPointer) {
    if (!stepOut(known, thread.frameRules.find(known.address)))
      return askUnwinder();
    known.address = behindStub(known.address);
  }
  if (known.stackPointer != frame.stackPointer || known.address != frame.address || !known.isKnown())
    return askUnwinder();
  frame = known;
  return true;
}

bool Walk::prepare(const MapHit &hit) {
  return (frame.framePointerKnown && (frame.basePointerKnown || !needsBasePointer(hit))) || learnRegisters();
}

bool Walk::leaveMapped(uintptr_t returnAddressAt, bool dynamic) {
  uintptr_t callersFramePointer = dynamic ? loadWord(returnAddressAt - 8) : 0;
  frame = {behindStub(loadWord(returnAddressAt)), returnAddressAt + 8, callersFramePointer, 0, dynamic, false};
  return frame.address != 0;
}

bool Walk::leaveForeign() {
  const FrameRule *rule = &thread.frameRules.find(frame.address);
  if (rule->kind == FrameRule::Outermost)
    return false;
  if (rule->kind == FrameRule::Unknown)
    return askUnwinder();
  if (rule->isBaseFramePointer && !frame.framePointerKnown) {
    uintptr_t address = frame.address;
    if (!learnRegisters())
      return false;
    if (frame.address != address)
      return true;
    rule = &thread.frameRules.find(address);
  }
  if (!stepOut(frame, *rule))
    return false;
  frame.address = behindStub(frame.address);
  if (frame.isKnown())
    known = frame;
  return true;
}

LatentAtCall latentAtCall(const MapHit &call, const StackFrame &frame) {
  LatentAtCall found = LatentAtCall::Nothing;
  FrameRegisters registers = registersOf(frame);
  call.forEachEntry([&](const MapEntry &entry) {
    if (entry.kind == abi::FirstBranch) {
      if (found == LatentAtCall::Nothing)
        found = LatentAtCall::Fork;
      return;
    }
    uint64_t iteration = 0;
    LoopSlot *slot = nullptr;
    // What cannot be read may be latent.
    if (!readLoop(static_cast<const MapLoop &>(entry), registers, iteration, slot) ||
        canBeShared(iteration, *const_cast<volatile uint64_t *>(&slot->end)))
      found = LatentAtCall::Loop;
  });
  return found;
}

void walkStack(ThreadState &thread, const MapTable &table, const CallerState &caller, CompiledWork &work) {
  // Nor would it be worth crossing foreign frames; and who only peeks names no frame, though a request may come
  // meanwhile.
  if (table.empty() || !caller.returnAddress)
    return;
  thread.counters.walks.add();
  thread.frameRules.keepFor(table.version);
  work.skipsForks = settings.eager || !canReplaceReturns();
  Task *owner = thread.task;
  const Anchor *anchor = thread.anchor;
  Walk walk(thread, table, caller);
  for (;;) {
    if (isTaskReturn(walk.frame.address)) {
      if (!anchor)
        return; // a worker's base
      walk.begin(*anchor->caller);
      owner = anchor->task;
      anchor = anchor->previous;
      continue;
    }
    const MapHit *hit = table.find(walk.frame.address);
    if (!hit) {
      if (!walk.leaveForeign())
        return;
      continue;
    }
    bool dynamic = hit->frameSize == DynamicFrame;
    if (dynamic || !machine::PushesReturns) {
      uintptr_t address = walk.frame.address;
      if (!walk.prepare(*hit))
        return;
      if (walk.frame.address != address)
        continue;
    }
    FrameRegisters registers = registersOf(walk.frame);
    if constexpr (!machine::PushesReturns) {
      // Its unwind table says where the return address is.
      bool hasCaller = walk.leaveForeign();
      collect(*hit, registers, hasCaller ? endOfInner(walk.frame) : registers.stackPointer, owner, work);
      if (!hasCaller)
        return;
      continue;
    }
    uintptr_t returnAddressAt = dynamic ? registers.framePointer + 8 : registers.stackPointer + hit->frameSize;
    if (!registers.framePointerKnown) {
      // If this frame addresses anything through this register, then it is its frame pointer.
      registers.framePointer = returnAddressAt - 8;
      registers.framePointerKnown = true;
    }
    // The stack only grows outwards from here; anything else is a map that does not fit.
    if (returnAddressAt < registers.stackPointer || returnAddressAt % 8 != 0)
      return;
    collect(*hit, registers, returnAddressAt, owner, work);
    if (!walk.leaveMapped(returnAddressAt, dynamic))
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
      frame = {anchor->caller->returnAddress, anchor->caller->stackPointer, anchor->caller->framePointer,
               anchor->caller->basePointer};
      owner = anchor->task;
      anchor = anchor->previous;
      continue;
    }
    const MapHit *hit = table.find(frame.address);
    FrameRegisters registers = registersOf(frame);
    if (!stepOut(frame, FrameKind::Calling, thread.stack))
      return;
    if (!registers.framePointerKnown) {
      // As in walkStack().
      registers.framePointer = frame.stackPointer - 2 * sizeof(uintptr_t);
      registers.framePointerKnown = true;
    }
    if (hit)
      collect(*hit, registers, endOfInner(frame), owner, work);
  }
}

} // namespace tactus
