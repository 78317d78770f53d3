//===- counts.cpp - what a program can ask of its own run -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/system/counts.h"

#include "pml/runtime/heap.h"

#include "tactus/latent.h"
#include "tactus/tactus.h"

#include <sys/resource.h>

using namespace tactus::pml;

namespace {

uint64_t nanoseconds(timeval time) {
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_usec) * 1000;
}

rusage usageOfChildren() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return used;
}

/// Under the heap's lock.
uint64_t countOfHeap(ProcessCount which) {
  const CollectionStatistics &whole = heapStatistics.whole, &young = heapStatistics.young, &own = heapStatistics.own;
  switch (which) {
  case ProcessCount::AllocatedBytes:
    return heapStatistics.allocatedBytes;
  case ProcessCount::HeapBytes:
    return heap.usedBytes();
  case ProcessCount::WholeCollections:
    return whole.count + young.count;
  case ProcessCount::WholeScopeBytes:
    return whole.scopeBytes + young.scopeBytes;
  case ProcessCount::WholeReclaimedBytes:
    return whole.reclaimedBytes + young.reclaimedBytes;
  case ProcessCount::WholeNanoseconds:
    return whole.nanoseconds + young.nanoseconds;
  case ProcessCount::OwnCollections:
    return own.count;
  case ProcessCount::OwnScopeBytes:
    return own.scopeBytes;
  case ProcessCount::OwnReclaimedBytes:
    return own.reclaimedBytes;
  case ProcessCount::OwnNanoseconds:
    return own.nanoseconds;
  case ProcessCount::YoungCollections:
    return young.count;
  case ProcessCount::LiveBytes:
    return heapStatistics.liveBytes;
  case ProcessCount::MostLiveBytes:
    return heapStatistics.mostLiveBytes;
  default:
    return 0;
  }
}

uint64_t count(ProcessCount which) {
  switch (which) {
  case ProcessCount::Promotions:
    return tactus_count(TACTUS_COUNT_PROMOTIONS);
  case ProcessCount::Beats:
    return tactus_count(TACTUS_COUNT_BEATS);
  case ProcessCount::Steals:
    return tactus_count(TACTUS_COUNT_STEALS);
  case ProcessCount::IdleNanoseconds:
    return tactus_count(TACTUS_COUNT_IDLE_NANOSECONDS);
  case ProcessCount::ChildrenUserNanoseconds:
    return nanoseconds(usageOfChildren().ru_utime);
  case ProcessCount::ChildrenSystemNanoseconds:
    return nanoseconds(usageOfChildren().ru_stime);
  case ProcessCount::Worker:
    return tactus_worker_number();
  default:
    HeapLocked locked;
    return countOfHeap(which);
  }
}

} // namespace

extern "C" int64_t pml_process_count(int64_t which) {
  return static_cast<int64_t>(count(static_cast<ProcessCount>(which)));
}
