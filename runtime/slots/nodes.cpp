//===- nodes.cpp - which worker is at which node of the machine's memory --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "slots/nodes.h"
#include "os/exported.h"

#include <algorithm>

namespace tactus {
constinit SlotNodes slotNodes;
} // namespace tactus

TACTUS_EXPORT void tactus_place_workers(const uint8_t *nodes, unsigned count, void (*move)(unsigned node)) {
  using namespace tactus;
  static constinit std::atomic<bool> called{false};
  if (called.exchange(true, std::memory_order_relaxed))
    return;
  std::copy_n(nodes, std::min<unsigned>(count, abi::MaximalWorkers), slotNodes.of);
  slotNodes.move = move;
  slotNodes.known.store(true, std::memory_order_release);
}
