//===- icv_set.h - OpenMP's internal control variables, in one word -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_TASKS_ICV_SET_H
#define TACTUS_RUNTIME_TASKS_ICV_SET_H

#include <cstdint>

namespace tactus {

/// regions/icvs.h says where they come from.
struct IcvSet {
  static constexpr uint64_t MostThreads = (1 << 19) - 1;
  static constexpr int MostActiveLevels = 253;
  /// What `activeLevels` is if somebody has allowed more than these.
  static constexpr uint64_t AllActiveLevels = 255;
  static constexpr uint64_t MostChunk = (uint64_t{1} << 31) - 1;
  /// Nobody has set it.
  static constexpr uint64_t Unset = 0;

  /// nthreads-var, at least 1.
  uint64_t threads : 19;
  /// max-active-levels-var + 1, or AllActiveLevels. Unset is no limit either, but for what needs threads one level is
  /// the default then.
  uint64_t activeLevels : 8;
  /// dyn-var + 1; Unset as long as only libomp, which has not started, knows it.
  uint64_t isDynamic : 2;
  /// run-sched-var, the same; libomp's own kinds 101 and 102 as 5 and 6.
  uint64_t schedule : 3;
  uint64_t isMonotonic : 1;
  uint64_t chunk : 31;
};
static_assert(sizeof(IcvSet) == sizeof(uint64_t));

} // namespace tactus

#endif // TACTUS_RUNTIME_TASKS_ICV_SET_H
