//===- stack_walk.h - what is latent in a thread's compiled frames ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Starting from a poll's or join's caller, follows return addresses outwards and collects the loops that still have
// latent iterations.
//
//     poll ─► frame with a map ─► frame with a map ─► foreign frames ─► frame with a map ─► task base
//              one table look-up each, no loads         a rule each          │                │
//              but return address and entries                                ▼                ▼
//                                                                          ...       next anchor (a join that runs
//                                                                                    this task as a call), or stop
//
// At a call, let S be the stack pointer after its return. On x86-64, the return address of a frame of fixed size lies
// at S + frameSize, so S of the caller is S + frameSize + 8; in a dynamic frame it lies 8 above the frame pointer. On
// AArch64 a frame with a map is left as the others are.
//
// Foreign frames have no map. Each is left by the rule that its unwind table has for the call (maps/frame_rules.h).
// Rules are remembered from walk to walk; what is on the stack is read anew each time.
//
// A dynamic frame needs the value of its frame pointer, perhaps of its base pointer, which the frames further in have
// saved. Where these are of fixed size, the walk has passed them without asking where. Then it follows their rules from
// the outermost frame whose registers it knows. Tables without a rule (code that was compiled at run time, rare
// expressions) are read by the C++ unwinder, each time, from the poll on.
//
// The walk changes nothing and reads only the thread's own stack above the poll.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_STACK_WALK_H
#define TACTUS_RUNTIME_FRAMES_STACK_WALK_H

#include "abi/loops.h"
#include "abi/maps.h"
#include "frames/latent_work.h"
#include "maps/frame_step.h"
#include "maps/stack_maps.h"

#include <cstdint>

namespace tactus {

struct Region;
struct Task;
struct ThreadState;

/// Reads the iteration and the slot of an entry of the frame; false if a register that it needs is not known.
bool readLoop(const abi::MapLoop &entry, const FrameRegisters &registers, uint64_t &iteration, abi::LoopSlot *&slot);

/// The descriptor of an entry, null if it has none.
tactus_fork_descriptor *descriptorOf(const abi::MapFork &entry);

/// Reads the values that a compiled fork has recorded, descriptor->environment_words of them; false if that is not
/// possible.
bool readEnvironment(const LatentFork &fork, uint64_t *environment);

/// What may run elsewhere of a frame that is in a call. For signal handlers.
enum class LatentAtCall { Nothing, Loop, Fork };
LatentAtCall latentAtCall(const MapHit &call, const StackFrame &frame);

/// Is it the return address of a task's slice?
bool isTaskReturn(uintptr_t returnAddress);

/// Collects what is latent in the compiled frames of the thread, which is in a call from `caller`.
void walkStack(ThreadState &thread, const MapTable &table, const CallerState &caller, CompiledWork &work);

/// The same from `frame` on, which is in a call, of a thread that a signal has interrupted further in: by unwind tables
/// alone, without a lock and without memory. For the handler.
void walkAround(ThreadState &thread, const MapTable &table, StackFrame frame, CompiledWork &work);

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_STACK_WALK_H
