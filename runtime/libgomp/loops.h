//===- loops.h - loops and sections of gcc's code ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBGOMP_LOOPS_H
#define TACTUS_RUNTIME_LIBGOMP_LOOPS_H

#include "libgomp/core.h"

#include "abi/schedules.h"

namespace tactus::libgomp {

/// A loop as a member is going to begin it: its iterations are counted from 0.
struct LoopPlan {
  int32_t schedule;
  uint64_t lower, step, count, chunk;

  /// From `start` on, up or down, to before `end`.
  template <typename T> static LoopPlan of(int32_t schedule, T start, T end, T step, bool isUp, uint64_t chunk) {
    auto from = static_cast<uint64_t>(start), to = static_cast<uint64_t>(end), by = static_cast<uint64_t>(step);
    uint64_t count = 0;
    if (isUp ? start < end : start > end)
      count = (isUp ? (to - from - 1) / by : (from - to - 1) / (0 - by)) + 1;
    return {schedule, from, by, count, chunk};
  }
  static LoopPlan ofSections(uint64_t count);

  /// The calling thread's member comes to it.
  void begin() const;
};

/// The code of a target region, on the host: in a league of one team.
void runTarget(Code code, void *data, unsigned limit);

} // namespace tactus::libgomp

#endif // TACTUS_RUNTIME_LIBGOMP_LOOPS_H
