//===- small_objects.h - memory for tasks -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each thread keeps what it has freed, up to a limit, in lists by size. All of it is aligned to a cache line, as tasks
// are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_SMALL_OBJECTS_H
#define TACTUS_TBB_SMALL_OBJECTS_H

#include <cstddef>

namespace tactus::onetbb {

/// Throws std::bad_alloc.
void *allocateSmall(size_t bytes);
void freeSmall(void *memory, size_t bytes);

/// Whether oneTBB's allocators have got nothing on the calling thread since they got this.
bool isLatestSmall(const void *object);

/// Of an ending thread.
void dropSmallObjects();

} // namespace tactus::onetbb

#endif // TACTUS_TBB_SMALL_OBJECTS_H
