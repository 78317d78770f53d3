//===- places.h - where promotions happened, for reports -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The loops of compiled modules are registered (stack_maps.h). Forks, and the loops of programs that only include the
// header, are not: they become known when they are promoted, and only if a report was asked for. What is kept is a
// copy, because a descriptor goes away with its shared object.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_PLACES_H
#define TACTUS_RUNTIME_OBSERVE_PLACES_H

#include "os/settings.h"
#include "tasks/task.h"

namespace tactus {

/// A place that has been promoted. Never freed.
struct NotedPlace {
  SourcePlace place; // its strings are copies
  const void *descriptor;
  NotedPlace *next;
  bool isFork;
  /// Written with relaxed additions and stores, read at exit.
  std::atomic<uint64_t> promotions{0}, tasks{0};
  std::atomic<int64_t> weight{0};
  /// A loop whose weight is a number of iterations (abi::InterruptedLoop). Relaxed, like the weight.
  std::atomic<bool> isInterrupted{false};
};

const SourcePlace *notePlace(const tactus_fork_descriptor &fork);
const SourcePlace *notePlace(const abi::LoopDescriptor &loop, unsigned tasks);

/// The place of a descriptor that no module registers, at a promotion that has made `tasks` tasks, or one. Null if
/// there will be no report, without memory, or if the place is not known.
inline const SourcePlace *notedPlace(const tactus_fork_descriptor &fork) {
  return settings.statistics || settings.trace ? notePlace(fork) : nullptr;
}
inline const SourcePlace *notedPlace(const abi::LoopDescriptor &loop, unsigned tasks) {
  return settings.statistics || settings.trace ? notePlace(loop, tasks) : nullptr;
}

/// All that have been noted.
const NotedPlace *notedPlaces();

/// For fork(): the lock is held across it, and made anew in the child.
void lockPlaces();
void unlockPlaces();
void resetPlacesLock();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_PLACES_H
