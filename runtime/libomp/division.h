//===- division.h - which iterations of a taskloop are whose -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_DIVISION_H
#define TACTUS_RUNTIME_LIBOMP_DIVISION_H

#include <algorithm>
#include <cstdint>

namespace tactus::libomp {

enum Schedule : int32_t { Free = 0, GrainSize = 1, TaskCount = 2 };

/// Of `total` iterations, how many tasks there are and what they get: the first `more` of them one more than `size`.
/// With `isStrict` each but the last one has `size`. Without a clause there are `usual` tasks.
struct Division {
  uint64_t tasks, size, more;
  bool isStrict = false;

  Division(uint64_t total, int32_t schedule, uint64_t wanted, bool strict, uint64_t usual) {
    if (schedule == GrainSize) {
      wanted = std::max<uint64_t>(wanted, 1);
      if (strict && wanted < total) {
        tasks = (total + wanted - 1) / wanted;
        size = wanted;
        more = 0;
        isStrict = true;
        return;
      }
      tasks = std::max<uint64_t>(total / wanted, 1);
    } else {
      tasks = std::clamp<uint64_t>(schedule == TaskCount ? wanted : usual, 1, total);
    }
    size = total / tasks;
    more = total % tasks;
  }
  uint64_t sizeOf(uint64_t task, uint64_t left) const { return isStrict ? std::min(size, left) : size + (task < more); }
};

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_DIVISION_H
