//===- nodes.h - which worker is at which node of the machine's memory ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A task may have a home: the node that its data is in. Workers of that node take it first; others leave it for a
// while, and take it when they find nothing else (relaxed work stealing). Nodes are numbered from 1 here; 0 is none.
//
// Who knows the machine tells (tactus_place_workers): libtactus knows no topology.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_SLOTS_NODES_H
#define TACTUS_RUNTIME_SLOTS_NODES_H

#include "slots/pool.h"

#include <atomic>

namespace tactus {

struct SlotNodes {
  /// Release, after the others have been written: they do not change again.
  std::atomic<bool> known{false};
  uint8_t of[abi::MaximalWorkers] = {};
  void (*move)(unsigned node) = nullptr;
};
extern constinit SlotNodes slotNodes;

inline unsigned nodeOf(const WorkerSlot &slot) {
  return slotNodes.known.load(std::memory_order_acquire) ? slotNodes.of[slotIndex(slot)] : 0;
}

/// The oldest task of the victim should rather run at another node than the thief's.
inline bool belongsElsewhere(const WorkerSlot &victim, unsigned nodeOfThief) {
  unsigned home = nodeOfThief ? victim.deque.homeOfOldest() : 0;
  return home && home != nodeOfThief;
}

} // namespace tactus

#endif // TACTUS_RUNTIME_SLOTS_NODES_H
