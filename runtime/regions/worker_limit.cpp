//===- worker_limit.cpp - work that may use few of the workers ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A function with a limit runs in a region with that many threads, of which only the calling one enters. What is latent
// in the region is counted by its team (team_places.h), tasks inherit the region, and its settings bound the regions of
// OpenMP's inside. Other than OpenMP's own it is no active level: regions inside are parallel.
//
//===----------------------------------------------------------------------===//
#include "regions/regions.h"

#include "abi/openmp.h"
#include "os/exported.h"
#include "slots/pool.h"

#include "tactus/tactus.h"

#include <algorithm>

using namespace tactus;

TACTUS_EXPORT void tactus_limit_workers(unsigned count, tactus_function function, void *context) {
  // A region with more threads than workers would be a promise to have them (threads/watch.h). One with as many is
  // counted as well: a thread that comes out of a join without a slot goes on all the same.
  count = std::clamp(count, 1u, usableSlotCount());
  // Inside of a limit that is no wider, whose team goes on counting.
  const Region *outer = currentRegion();
  const Team *team = outer ? outer->boundedTeam() : nullptr;
  if (team && team->limit <= count) {
    function(context);
    return;
  }
  alignas(Region) unsigned char memory[sizeof(Region)];
  // This frame holds nothing else: it ends below its return address.
  enterLimit(memory, count, static_cast<void **>(__builtin_frame_address(0)) + 1);
  function(context);
  tactus_region_leave(memory);
}
