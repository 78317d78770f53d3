//===- counters.cpp - what is counted ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "counters.h"

#include "thread.h"

namespace tactus {

void Counters::merge(const Counters &other) {
#define TACTUS_MERGE(name, heading) name.add(other.name.get());
  TACTUS_COUNTERS(TACTUS_MERGE)
#undef TACTUS_MERGE
  for (unsigned level = 0; level < CountedLevels; ++level)
    promotionsAtLevel[level].add(other.promotionsAtLevel[level].get());
  longestPollGap.raiseTo(other.longestPollGap.get());
}

void sumCounters(Counters &sum) {
  // States of threads that have ended keep their counters when they are used again, so nothing is lost.
  forEachThread([&](ThreadState &thread) { sum.merge(thread.counters); });
}

} // namespace tactus
