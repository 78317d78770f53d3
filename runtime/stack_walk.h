//===- stack_walk.h - what is latent in a thread's compiled frames ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Starting from a poll's or join's caller, follows return addresses outwards and collects the loops that still have
// latent iterations.
//
//     poll ─► frame with a map ─► frame with a map ─► foreign frames ─► frame with a map ─► task base
//              one table look-up each, no loads         unwinder, or the     │                │
//              but return address and entries           thread's cache       ▼                ▼
//                                                                          ...       next anchor (a join that runs
//                                                                                    this task as a call), or stop
//
// At a call, let S be rsp after its return. In a frame of fixed size the return address lies at S + frameSize, so S of
// the caller is S + frameSize + 8. In a dynamic frame it lies at rbp + 8.
//
// Foreign frames have no map. The first walk over them uses the C++ unwinder, about a microsecond a frame, and
// remembers the chain as (address of a return address, return address). The next walk that arrives at the same place
// compares those words, and if they are unchanged, goes on behind the chain.
//
// The walk changes nothing and reads only the thread's own stack above the poll.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_STACK_WALK_H
#define TACTUS_RUNTIME_STACK_WALK_H

#include "abi.h"
#include "latent.h"
#include "stack_maps.h"

#include <cstdint>

namespace tactus {

struct Region;
struct Task;
struct ThreadState;

/// The registers of the frame that called into the runtime. Written by trampolines.S.
struct CallerState {
  uintptr_t returnAddress;
  uintptr_t stackPointer; // when the call has returned
  uintptr_t rbp;
  uintptr_t rbx;
};

/// A join that may be running tasks as calls: where the walk goes on below the base of such a task.
struct Anchor {
  const CallerState *caller;
  Anchor *previous;
  /// The task that the thread was running when it entered the join, and the region or task of OpenMP's.
  Task *task;
  Region *region;
};

/// A remembered chain of foreign frames.
struct ForeignChain {
  static constexpr unsigned MaximalWords = 64;
  struct Word {
    uintptr_t address;
    uintptr_t value;
  };
  /// Where it starts.
  uintptr_t returnAddress = 0;
  /// Where it leads; endReturnAddress 0: nowhere.
  uintptr_t endReturnAddress = 0, endStackPointer = 0, endRbp = 0, endRbx = 0;
  unsigned wordCount = 0;
  Word words[MaximalWords];
};

struct ForeignChains {
  /// As many as joins that run tasks as calls lie on top of each other, where a loop is halved again and again.
  static constexpr unsigned Kept = 32;
  /// Where each chain starts, 0 for one that is not used; apart from them, because this is what is searched.
  uintptr_t stackPointers[Kept] = {};
  ForeignChain chains[Kept];
  unsigned nextVictim = 0;
  uint64_t tableVersion = 0;
  /// Back-off after chains that were too long to remember.
  unsigned skips = 0, nextSkips = 1;

  void forget() {
    for (uintptr_t &startsAt : stackPointers)
      startsAt = 0;
  }
};

/// Reads the iteration and the slot of an entry of the frame; false if a register that it needs is not known.
bool readLoop(const abi::MapLoop &entry, const FrameRegisters &registers, uint64_t &iteration, abi::LoopSlot *&slot);

/// The descriptor of an entry, null if it has none.
tactus_fork_descriptor *descriptorOf(const abi::MapFork &entry);

/// Reads the values that a compiled fork has recorded, descriptor->environment_words of them; false if that is not
/// possible.
bool readEnvironment(const LatentFork &fork, uint64_t *environment);

/// Collects what is latent in the compiled frames of the thread, which is in a call from `caller`.
void walkStack(ThreadState &thread, const MapTable &table, const CallerState &caller, CompiledWork &work);

} // namespace tactus

#endif // TACTUS_RUNTIME_STACK_WALK_H
