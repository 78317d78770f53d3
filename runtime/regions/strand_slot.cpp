//===- strand_slot.cpp - which slots a thread may take ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/strand_slot.h"

#include "regions/regions.h"
#include "threads/thread.h"

#include <algorithm>

namespace tactus {

/// Whether the record's number is that of a slot, which the strand has been told. All on a stack have the same.
static bool hasNumberOfSlot(const Region &region) {
  bool isStrand = region.kind == Region::Parallel || region.kind == Region::Rest;
  return isStrand && region.instance && !region.boundedTeam() && !region.isLibomps &&
         region.number.load(std::memory_order_relaxed) != Region::Unnumbered;
}

SlotRange slotsOfStrand(const ThreadState &thread) {
  unsigned usable = usableSlotCount();
  for (const Region *region = threadNumbersAreUsed() ? innermostRegion : nullptr; region; region = region->parent)
    if (hasNumberOfSlot(*region)) {
      auto number = static_cast<unsigned>(region->number.load(std::memory_order_relaxed));
      return {number, std::min(number + 1, usable)};
    }
  return {0, thread.isNumberZero ? 1 : usable};
}

bool acquireSlot(ThreadState &thread) { return acquireSlot(thread, slotsOfStrand(thread)); }
bool awaitSlot(ThreadState &thread) { return awaitSlot(thread, slotsOfStrand(thread)); }

} // namespace tactus
