//===- return_stubs.h - how a promoted call returns ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The first branch of a compiled fork is a call that returns to serial code. When the fork is promoted, the runtime
// replaces the return address on the stack by a return stub: one of a fixed table of small pieces of code, whose index
// names the fork. The first branch knows nothing of it.
//
//     frame of F  │ …                       │           first branch returns
//                 │ return address into F   │  ────►         │
//     frame of f  │ …                       │                ▼
//                                               stub i: save rax, rdx, xmm0, xmm1 in the fork's record
//        original[i] = address in F - 1                   jump to F's landing pad for the call
//        forks[i] = record and landing pad              with rax = record, rdx = PromotedSelector
//
// To unwinders a stub is a frame of no size, whose return address is in original[i] (return_stubs.S). So exceptions,
// backtraces, debuggers and profilers walk on into F, and an exception arrives at the same landing pad by itself.
//
// A record is open from its promotion until its frame is left: then its stub is free again. A thread changes return
// addresses of its own stack only; the table is shared by all threads.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_RETURN_STUBS_H
#define TACTUS_RUNTIME_FRAMES_RETURN_STUBS_H

#include "abi/stubs.h"
#include "os/machine.h"

#include "tactus/latent.h"

#include <atomic>
#include <cstdint>

extern "C" {
/// The stubs, each StubSize bytes, and the table of original return addresses that unwinders read.
extern const char tactus_return_stubs[];
extern const char tactus_return_stubs_end[];
extern uintptr_t tactus_original_returns[];
}

namespace tactus {

inline constexpr unsigned StubSize = 16;
/// Where a promoted call returns to, from a stub's beginning: behind its first instruction.
inline constexpr unsigned StubEntry = machine::PushesReturns ? 1 : 4;

/// Is this the return address of a promoted call?
inline bool isReturnStub(uintptr_t returnAddress) {
  return returnAddress - reinterpret_cast<uintptr_t>(tactus_return_stubs) <
         static_cast<uintptr_t>(tactus_return_stubs_end - tactus_return_stubs);
}

/// The word of `tactus_original_returns` that belongs to a stub: the original return address less one.
inline uintptr_t *originalReturn(uintptr_t stub) {
  return &tactus_original_returns[(stub - reinterpret_cast<uintptr_t>(tactus_return_stubs)) / StubSize];
}

/// The frame of a promoted fork, by its stub. Written and read by the thread that has the stub.
struct OpenFork {
  tactus_fork_record *record;
  uintptr_t landingPad;
  /// Of the frame, at its call.
  uintptr_t stackPointer;
  /// The next further out that the thread has open, as index + 1; 0: none.
  uint32_t older;
  /// While the stub is free: the next free one, as index + 1; 0: none. Relaxed: `freeStubs` orders it.
  std::atomic<uint32_t> nextFree;
};

/// Of all stubs, by their index.
extern OpenFork openForks[];

/// A stub that is free, NoStub if there is none. Any thread.
inline constexpr uint32_t NoStub = UINT32_MAX;
uint32_t takeStub();
void giveStubBack(uint32_t index);

/// May return addresses of the calling thread be changed? Not on a shadow stack, where the processor compares them, and
/// not with TACTUS_RETURNS=keep.
bool mayReplaceReturns();

/// May calls of the calling thread be promoted at all? Not where return addresses must stay, and not while no stub is
/// left. Then the forks that poll are promoted alone: a poll promotes the fork
/// before its first branch is called, by an explicit record (tactus_fork_poll).
bool canReplaceReturns();

/// The shadow stack's pointer, 0 without one. Tests put another function here.
extern uint64_t (*shadowStackPointer)();

/// Number of stubs in use, for tests.
unsigned usedReturnStubs();

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_RETURN_STUBS_H
