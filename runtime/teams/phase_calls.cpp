//===- phase_calls.cpp - may a region do without threads, with what it calls elsewhere? --===//
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

/// `record` is of the image whose code calls these functions.
static bool find(const abi::PhaseCalls &record) {
  ReachedRecords reached;
  const char *image = imageOf(reinterpret_cast<uintptr_t>(&record)).path;
  bool isProgram = image && !*image;
  return isProgram && reached.collect(record) && !mayWait(record) &&
         std::none_of(reached.begin(), reached.end(), [](const abi::PhaseCalls *each) { return mayWait(*each); });
}

static bool ask(const abi::PhaseCalls &record, uint32_t &kept) {
  // Relaxed: all that look find the same.
  uint32_t answer = __atomic_load_n(&kept, __ATOMIC_RELAXED);
  if (answer == abi::CalleesUnknown) {
    answer = find(record) ? abi::CalleesReturn : abi::CalleesInTheWay;
    __atomic_store_n(&kept, answer, __ATOMIC_RELAXED);
  }
  return answer == abi::CalleesReturn;
}

bool mayRunInPhases(abi::PhasedRegion &region) { return !region.calls || ask(*region.calls, region.answer); }

bool doCalleesReturn(abi::CalleeQuestion &question) { return ask(*question.calls, question.answer); }

} // namespace tactus
