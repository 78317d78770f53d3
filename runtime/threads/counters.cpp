//===- counters.cpp - what is counted ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "threads/counters.h"

namespace tactus {

void Counters::merge(const Counters &other) {
#define TACTUS_MERGE(name, heading) name.add(other.name.get());
  TACTUS_COUNTERS(TACTUS_MERGE)
#undef TACTUS_MERGE
  for (unsigned level = 0; level < CountedLevels; ++level)
    promotionsAtLevel[level].add(other.promotionsAtLevel[level].get());
  longestPollGap.raiseTo(other.longestPollGap.get());
}

} // namespace tactus
