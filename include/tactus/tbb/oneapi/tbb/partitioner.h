//===- partitioner.h - oneTBB's partitioners, which decide on nothing -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Beats decide what becomes a task. What is left of a partitioner is its type: simple_partitioner promises a grain, and
// two others split ranges in a proportion (detail/ranges.hpp). None of oneTBB's other headers needs more.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_partitioner_H
#define __TBB_partitioner_H // oneTBB's own: its other headers find that the partitioners are there

#include <oneapi/tbb/cache_aligned_allocator.h>
#include <oneapi/tbb/detail/_aligned_space.h>
#include <oneapi/tbb/detail/_range_common.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace tbb::detail::d1 {

// Default constructors are the user's to call, also of const objects.
class simple_partitioner {
public:
  simple_partitioner() {}
};
class auto_partitioner {
public:
  auto_partitioner() {}
};
class static_partitioner {
public:
  static_partitioner() {}
};

/// Of oneTBB's layout: a library that has been compiled with its headers may get one, and leave memory in it.
class affinity_partitioner : no_copy {
  slot_id *array = nullptr;
  std::size_t size = 0;

public:
  affinity_partitioner() {}
  ~affinity_partitioner() {
    if (array)
      r1::cache_aligned_deallocate(array);
  }
};

} // namespace tbb::detail::d1

namespace tbb {
inline namespace v1 {
using detail::proportional_split;
using detail::split;
using detail::d1::affinity_partitioner;
using detail::d1::auto_partitioner;
using detail::d1::simple_partitioner;
using detail::d1::static_partitioner;
} // namespace v1
} // namespace tbb

#endif // __TBB_partitioner_H
