//===- schedules.h - how the iterations of a loop are divided --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_SCHEDULES_H
#define TACTUS_ABI_SCHEDULES_H

#include <cstdint>

namespace tactus::abi {

/// The scheduling kinds that clang passes to libomp (kmp.h), without their modifiers; an ordered loop's are more by
/// OrderedOffset.
enum Schedule : int32_t {
  StaticChunkedSchedule = 33,
  StaticSchedule = 34,
  DynamicSchedule = 35,
  GuidedSchedule = 36,
  RuntimeSchedule = 37,
  AutoSchedule = 38,
  TrapezoidalSchedule = 39,
  SimdStaticSchedule = 45,
  SimdGuidedSchedule = 46,
  SimdRuntimeSchedule = 47,
  FirstOrderedSchedule = 64,
  OrderedOffset = 32,
  /// Of distribute constructs: 91 and 92, for the first two.
  DistributeOffset = 58,
  MonotonicSchedule = 1 << 29,
  ScheduleModifiers = 3 << 29,
};

} // namespace tactus::abi

#endif // TACTUS_ABI_SCHEDULES_H
