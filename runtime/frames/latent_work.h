//===- latent_work.h - what may run elsewhere, in one order -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A thread's latent work is of two kinds, loops and forks, and is found in two ways: in the stack maps of compiled
// frames (stack_walk.h), and in explicit records (tactus/latent.h). Here both become one list of parts, oldest first.
// Older is further out on the stack, at a higher address; the tasks that a join runs as calls lie on top of the joining
// frame, so addresses order across them as well.
//
//     higher addresses   frame with a loop          ◄── LatentPart, from its map          oldest: promoted first
//                        tactus_latent (fork)       ◄── LatentPart, from the list
//                        frame with a fork          ◄── LatentPart, from its map
//                        tactus_latent (loop)       ◄── LatentPart, from the list         youngest
//     lower addresses    poll
//
// Explicit records are never rescanned. The thread keeps a boundary in the list: that record and all older ones have
// nothing latent. Nothing becomes latent again, so the boundary only moves to younger records, by their links, until it
// is popped; since it is marked as special, the runtime hears of that. Finding the oldest latent record takes a bounded
// time, also in a list of a million.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_FRAMES_LATENT_WORK_H
#define TACTUS_RUNTIME_FRAMES_LATENT_WORK_H

#include "abi/loops.h"
#include "abi/maps.h"

#include "maps/frame_step.h"
#include "os/foreign_stack.h"
#include "threads/frame_state.h"

#include "tactus/latent.h"

#include <cstddef>
#include <cstdint>

namespace tactus {

struct Task;
struct ThreadState;
struct CallerState;
class MapTable;
struct MapHit;

/// What is known of a frame's registers at its call.
struct FrameRegisters {
  uintptr_t stackPointer, framePointer, basePointer;
  bool framePointerKnown, basePointerKnown;
  /// Where the return address into the frame lies; 0 if that is not known.
  uintptr_t returnAddressAt;
};

struct LatentLoop {
  abi::LoopSlot *slot;
  uint64_t iteration;
  uint64_t end;
  /// The task whose frame the loop is in, null for a thread of the user's.
  Task *owner;
  /// Number of parts further in that have been found in the same way, latent or not.
  unsigned depth;
  bool iterationIsNext;
  /// Null for a loop in a compiled frame.
  tactus_latent *record = nullptr;
  /// Regions without records around it, inside the innermost that has one: only known where levels are limited.
  unsigned recordlessLevels = 0;
};

/// In the flags of a record that libtactus has linked itself: whatever is interrupted outside of libtactus, the list is
/// whole around it.
inline constexpr uint32_t LinkedByRuntime = uint32_t{1} << 31;

/// The loop that a record of kind TACTUS_LATENT_LOOP is the first part of.
inline tactus_loop_record &loopOf(tactus_latent &record) { return reinterpret_cast<tactus_loop_record &>(record); }
inline const tactus_loop_record &loopOf(const tactus_latent &record) {
  return reinterpret_cast<const tactus_loop_record &>(record);
}

/// The public mirror of a LoopSlot (abi/loops.h).
inline abi::LoopSlot *slotOf(tactus_loop_slot *slot) { return reinterpret_cast<abi::LoopSlot *>(slot); }

struct LatentFork {
  tactus_fork_descriptor *descriptor;
  /// The task whose frame the fork is in, null for a thread of the user's.
  Task *owner;
  /// Null for a fork in a compiled frame.
  tactus_latent *record;
  /// Of a compiled frame: the call of the first branch, its entry, and the registers behind it. Of a fork that polls
  /// for itself, only the stack pointer.
  const MapHit *call = nullptr;
  const abi::MapFork *entry = nullptr;
  FrameRegisters registers{};
  /// As for a loop.
  unsigned recordlessLevels = 0;
};

struct LatentPart {
  enum Kind : uint32_t { Loop, Fork };
  Kind kind;
  /// Number of parts further out, latent or not.
  unsigned level;
  /// Orders parts: of the record, or of the upper end of the frame.
  uintptr_t address;
  union {
    LatentLoop loop;
    LatentFork fork;
  };

  /// Initialises nothing: each walk has arrays of these, of which it fills a few.
  LatentPart() {}
  LatentPart(uintptr_t place, const LatentLoop &part) : kind(Loop), level(0), address(place), loop(part) {}
  LatentPart(uintptr_t place, const LatentFork &part) : kind(Fork), level(0), address(place), fork(part) {}
};

/// What a walk over the compiled frames finds: the outermost latent parts, at most MostParts of them.
struct CompiledWork {
  static constexpr unsigned MostParts = 64;
  /// MostParts of them, a ring: the part found i-th, counted from the innermost, is at i % MostParts. Its level is the
  /// number of parts further in. The caller's: a second array of this size is one more page of the stack to bring to
  /// the caches.
  LatentPart *parts;
  /// Latent parts found.
  unsigned found = 0;
  /// Parts of which nothing is left are wanted as well: for the trace.
  bool keepsAll = false;
  /// Forks in compiled frames cannot be promoted, at the moment or as eager ones are, and would only take the place of
  /// parts that can.
  bool skipsForks = false;
  /// Parts seen, latent or not.
  unsigned depth = 0;
  /// The outermost loop seen, with its iteration.
  const abi::LoopSlot *outermost = nullptr;
  uint64_t outermostIteration = 0;

  explicit CompiledWork(LatentPart *memory) : parts(memory) {}
  void add(const LatentPart &part) { parts[found++ % MostParts] = part; }
  unsigned count() const { return found < MostParts ? found : MostParts; }
  /// After the walk: the first part is the outermost from now on.
  void putOutermostFirst();
};

/// The oldest latent parts of a thread, oldest first.
struct LatentWork {
  static constexpr unsigned MostParts = CompiledWork::MostParts;
  unsigned count = 0;
  /// Compiled parts of which nothing is left are wanted as well: for the trace. Set before collecting.
  bool keepsAll = false;
  /// Whether these are all parts that there are, latent or not.
  bool isWhole = false;
  /// Of the compiled frames.
  const abi::LoopSlot *outermost = nullptr;
  uint64_t outermostIteration = 0;
  LatentPart parts[MostParts];
};

/// The thread's own memory for latent work, with nothing in it. Not on the stack: it is two pages, more than a thread
/// with a small stack may have left. One at a time, while the thread is in the runtime; null without memory.
LatentWork *emptyWork(ThreadState &thread);

/// Collects the oldest latent parts of the calling thread, which is in a call from `caller`: all that are compiled, as
/// far as they fit, and the `wanted` oldest explicit records.
void collectLatent(ThreadState &thread, const MapTable &table, const CallerState &caller, unsigned wanted,
                   LatentWork &work);

/// The same of a thread that a signal has interrupted: what is latent from `frame` on, which is in a call, and the
/// explicit records of libtactus' own there. For the handler; takes no lock and allocates nothing.
void collectAround(ThreadState &thread, const MapTable &table, const StackFrame &frame, LatentWork &work);

/// Collects the explicit ones alone, oldest first; returns how many.
unsigned collectRecords(ThreadState &thread, unsigned wanted, LatentPart *parts);

/// The number of latent explicit records above an address. Looks at the whole list: for the log of events.
uint64_t countOlderRecords(uintptr_t address);

/// Makes sure that the thread's list has its base. Called at every poll, before credit is given out.
void ensureListBase();

} // namespace tactus

#endif // TACTUS_RUNTIME_FRAMES_LATENT_WORK_H
