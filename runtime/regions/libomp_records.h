//===- libomp_records.h - what libomp runs inside of our regions --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A region that was left to libomp may stand in a converted one. libomp counts only its own levels then, its threads
// inherit its own settings, and its tasks run on whichever thread is free, on top of what that one is waiting in. So
// each region and task of libomp's, in code that the plugin has compiled, begins with a record (regions.h), if there
// was one around the place where it was created (compiler/lower/regions/LibompRecords.h).
//
//     stack of the thread that forks        stacks of the region's threads, itself included
//
//        Parallel (ours) ◄─ ─ ─ origin ─ ─ ─ Parallel (libomp's)            a record for each thread
//              ▲
//              └─ ─ ─ ─ ─ ─ ─ ─ origin ─ ─ ─ Parallel (libomp's) ◄── ExplicitTask
//
// A task of libomp's runs at any time until the region ends, when the records of the region's threads may be gone: at
// the region's last barrier. It describes the region anew, then, by what it was told when it was created. The record
// around the region is still there: it belongs to the thread that waits for the region's end.
//
// Where no active region of libomp's is around, its tasks run at once where they are created, and begin like ours.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_LIBOMP_RECORDS_H
#define TACTUS_RUNTIME_REGIONS_LIBOMP_RECORDS_H

#include "abi/openmp.h"
#include "regions/icvs.h"

#include <cstdint>

namespace tactus {

struct Region;

/// What a task of libomp's keeps in its own memory. Written by the thread that creates it, and afterwards only by the
/// one that runs it; libomp synchronises them.
struct LibompTask {
  /// Those that the task begins with; of an untied one, each part with those of the part before.
  IcvSet icvs;
  /// The record around the place of creation; null outside of all, and then nothing else counts.
  Region *around;
  /// The record around libomp's innermost region there, null if that stands in none.
  Region *aroundTeam;
  /// Regions around the place, and around and including libomp's innermost: all, and those with more than one thread.
  uint32_t level, activeLevel, teamLevel, teamActiveLevel;
};
static_assert(sizeof(LibompTask) <= abi::LibompTaskWords * sizeof(uint64_t));

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_LIBOMP_RECORDS_H
