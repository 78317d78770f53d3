//===- run_schedule.h - what schedule(runtime) stands for ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// run-sched-var, as omp_set_schedule() and OMP_SCHEDULE have it, in the terms of what clang passes for a loop.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_REGIONS_RUN_SCHEDULE_H
#define TACTUS_RUNTIME_REGIONS_RUN_SCHEDULE_H

#include "tasks/icv_set.h"

#include <cstdint>

namespace tactus {

/// In one word, which is never 0: an omp_sched_t with its modifier, and a chunk size, 0 for none.
class RunSchedule {
public:
  /// What the settings say, else libomp's, which reads the environment.
  static RunSchedule of(const IcvSet &icvs);
  static RunSchedule fromWord(uint64_t word) { return RunSchedule(word); }

  uint64_t word() const { return bits; }

  /// Replaces an abi::Schedule that is decided at run time, ordered or simd as it may be, and the chunk beside it,
  /// which is the width of the vectors then.
  void apply(int32_t &schedule, int64_t &chunk) const;

private:
  uint64_t bits;
  explicit RunSchedule(uint64_t word) : bits(word) {}
};

} // namespace tactus

#endif // TACTUS_RUNTIME_REGIONS_RUN_SCHEDULE_H
