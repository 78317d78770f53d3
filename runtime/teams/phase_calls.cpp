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

/// The records that a record leads to.
class ReachedRecords {
public:
  /// False if a function has no record, or there are too many to look at.
  bool collect(const abi::PhaseCalls &root) {
    bool isComplete = addCallees(root);
    for (unsigned i = 0; isComplete && i < count; ++i)
      isComplete = addCallees(*records[i]);
    return isComplete;
  }

  const abi::PhaseCalls *const *begin() const { return records; }
  const abi::PhaseCalls *const *end() const { return records + count; }
  bool holds(const abi::PhaseCalls &record) const { return std::find(begin(), end(), &record) != end(); }

private:
  static constexpr unsigned Most = 256;
  const abi::PhaseCalls *records[Most];
  unsigned count = 0;

  bool addCallees(const abi::PhaseCalls &record) {
    for (uint32_t i = 0; i < record.count; ++i)
      if (const abi::PhaseCalls *callee = record.callees[i]; !callee)
        return false;
      else if (!holds(*callee)) {
        if (count == Most)
          return false;
        records[count++] = callee;
      }
    return true;
  }
};

} // namespace

/// May a loop of the function wait for what its callees see of others? Functions that call each other go round as well.
static bool mayWait(const abi::PhaseCalls &record) {
  ReachedRecords reached;
  reached.collect(record);
  return (record.flags & abi::NeedsQuietCallees || reached.holds(record)) &&
         std::any_of(reached.begin(), reached.end(),
                     [](const abi::PhaseCalls *callee) { return callee->flags & abi::Synchronises; });
}

static bool find(const abi::PhasedRegion &region) {
  ReachedRecords reached;
  const char *image = imageOf(reinterpret_cast<uintptr_t>(&region)).path;
  bool isProgram = image && !*image;
  return isProgram && reached.collect(*region.calls) && !mayWait(*region.calls) &&
         std::none_of(reached.begin(), reached.end(), [](const abi::PhaseCalls *record) { return mayWait(*record); });
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
