//===- run_schedule.cpp - what schedule(runtime) stands for ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/run_schedule.h"

#include "abi/schedules.h"
#include "regions/icvs.h"
#include "regions/libomp.h"

#include <algorithm>

namespace tactus {

// Chunks have 31 bits (IcvSet::MostChunk), so one is free.
static constexpr uint64_t IsDecided = uint64_t{1} << 31;
static constexpr unsigned KindShift = 32;

RunSchedule RunSchedule::of(const IcvSet &icvs) {
  // 0 stands for nothing known.
  int kind = 0, chunk = 0;
  if (icvs.schedule != IcvSet::Unset) {
    kind = scheduleKind(icvs);
    chunk = static_cast<int>(icvs.chunk);
  } else if (const Libomp *libomp = ownLibomp(); libomp && libomp->schedule) {
    libomp->schedule(&kind, &chunk);
  }
  return RunSchedule(static_cast<uint64_t>(static_cast<uint32_t>(kind)) << KindShift | IsDecided |
                     static_cast<uint64_t>(std::max(chunk, 0)));
}

/// Of an omp_sched_t without its modifier.
static int32_t scheduleOf(int kind, int64_t chunk) {
  // The last two are libomp's own.
  enum Kind { Static = 1, Dynamic = 2, Guided = 3, Trapezoidal = 101, StaticSteal = 102 };
  switch (kind) {
  case Static:
    return chunk > 0 ? abi::StaticChunkedSchedule : abi::StaticSchedule;
  case Dynamic:
  case StaticSteal:
    return abi::DynamicSchedule;
  case Guided:
    return abi::GuidedSchedule;
  case Trapezoidal:
    return abi::TrapezoidalSchedule;
  default:
    return abi::AutoSchedule;
  }
}

void RunSchedule::apply(int32_t &schedule, int64_t &chunk) const {
  auto kind = static_cast<uint32_t>(bits >> KindShift);
  auto size = static_cast<int64_t>(bits & (IsDecided - 1));
  int32_t plain = schedule & ~abi::ScheduleModifiers, modifiers = schedule & abi::ScheduleModifiers;
  int32_t chosen = scheduleOf(static_cast<int>(kind & INT32_MAX), size);
  if (kind > INT32_MAX)
    modifiers = abi::MonotonicSchedule;
  if (plain != abi::SimdRuntimeSchedule) {
    chunk = size;
  } else if (chosen == abi::StaticSchedule || chosen == abi::AutoSchedule) {
    // As libomp has it: equal parts of whole vectors [kmp_dispatch.cpp, __kmp_dispatch_init_algorithm].
    chosen = abi::SimdStaticSchedule;
  } else {
    if (chosen == abi::GuidedSchedule)
      chosen = abi::SimdGuidedSchedule;
    chunk *= std::max<int64_t>(size, 1);
  }
  if (plain >= abi::FirstOrderedSchedule)
    chosen += abi::OrderedOffset;
  schedule = chosen | modifiers;
}

} // namespace tactus
