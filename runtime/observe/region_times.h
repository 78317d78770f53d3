//===- region_times.h - how long regions of threads take -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Latent loops and forks are found at beats. A region that runs as strands, in phases or on libomp is not, or only its
// nested loops are: so compiled code says where it begins and ends (tactus_time_begin() of abi/openmp.h), and the
// trace says what share of the time it took, by source line (docs/decisions/0092). Of each thread the outermost regions
// count, outside of tasks.
//
//     region ──[ long ]────[s][s]─[s]────[ long ]──     short ones are summed up by place, so that there are
//                B    E              sum   B    E       no more lines than beats
//
// Without TACTUS_TRACE each end costs a call and a test.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_OBSERVE_REGION_TIMES_H
#define TACTUS_RUNTIME_OBSERVE_REGION_TIMES_H

#include "os/settings.h"

#include <cstdint>

namespace tactus {

struct ThreadState;

/// Who runs a region: libomp, unless somebody says that it does.
enum class RegionRunner : uint32_t { Libomp, Strands, Phases };

/// The region that the calling thread has just begun is run so. Inside of another one, nothing.
void noteRunner(RegionRunner runner);
inline void regionRunsAs(RegionRunner runner) {
  if (settings.trace) [[unlikely]]
    noteRunner(runner);
}

/// A region that a thread has been in. What has no lines of its own yet is in `entries` and `ticks`.
struct TimedRegion {
  /// A hash of clang's text for the place, which is no address: another library may lie where one was. 0 for none.
  uint64_t mark = 0;
  /// Its number in the thread's lines.
  uint64_t number = 0;
  RegionRunner runner = RegionRunner::Libomp;
  uint64_t entries = 0, ticks = 0;
};

/// What the trace keeps of a thread's regions; only the thread itself uses it.
struct TimedRegions {
  static constexpr unsigned Kept = 64;
  /// Regions around the thread, and whether the outermost is timed, and has a line.
  unsigned depth = 0;
  bool isTimed = false, hasLine = false;
  RegionRunner runner = RegionRunner::Libomp;
  uint64_t begin = 0;
  /// When the last slice has begun, and sums were last written.
  uint64_t writtenAt = 0, summedAt = 0;
  uint64_t lines = 0;
  /// In `kept`, while one is timed.
  TimedRegion *current = nullptr;
  /// By their marks; another one takes the place of what is there, and costs a definition.
  TimedRegion kept[Kept];
};

/// The process ends: writes what the calling thread has in sums, and the end of the region that it is in.
void finishRegionTimes();

} // namespace tactus

#endif // TACTUS_RUNTIME_OBSERVE_REGION_TIMES_H
