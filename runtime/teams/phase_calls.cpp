//===- phase_calls.cpp - may a region run in phases, with what it calls elsewhere? -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "teams/phase_calls.h"

#include "os/images.h"

#include <algorithm>

namespace tactus {

namespace {

/// The records that a region's record leads to.
class ReachedRecords {
public:
  /// False if a function has no record, or there are too many to look at.
  bool collect(const abi::PhaseCalls &root) {
    bool isComplete = add(&root);
    for (unsigned i = 0; isComplete && i < count; ++i)
      for (uint32_t callee = 0; isComplete && callee < records[i]->count; ++callee)
        isComplete = add(records[i]->callees[callee]);
    return isComplete;
  }

  bool hasFlag(abi::PhaseCallFlags flag) const {
    return std::any_of(records, records + count, [&](const abi::PhaseCalls *record) { return record->flags & flag; });
  }

private:
  static constexpr unsigned Most = 512;
  const abi::PhaseCalls *records[Most];
  unsigned count = 0;

  bool add(const abi::PhaseCalls *record) {
    if (!record)
      return false;
    if (std::find(records, records + count, record) != records + count)
      return true;
    if (count == Most)
      return false;
    records[count++] = record;
    return true;
  }
};

} // namespace

static bool find(const abi::PhasedRegion &region) {
  ReachedRecords reached;
  const char *image = imageOf(reinterpret_cast<uintptr_t>(&region)).path;
  bool isProgram = image && !*image;
  return isProgram && reached.collect(*region.calls) &&
         !(reached.hasFlag(abi::NeedsQuietCallees) && reached.hasFlag(abi::Synchronises));
}

bool mayRunInPhases(abi::PhasedRegion &region) {
  if (!region.calls)
    return true;
  // Relaxed: all that look find the same.
  uint32_t answer = __atomic_load_n(&region.answer, __ATOMIC_RELAXED);
  if (answer == abi::PhasedRegion::Unknown) {
    answer = find(region) ? abi::PhasedRegion::Yes : abi::PhasedRegion::No;
    __atomic_store_n(&region.answer, answer, __ATOMIC_RELAXED);
  }
  return answer == abi::PhasedRegion::Yes;
}

} // namespace tactus
