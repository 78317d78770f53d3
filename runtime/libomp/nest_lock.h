//===- nest_lock.h - OpenMP's nestable locks ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_NEST_LOCK_H
#define TACTUS_RUNTIME_LIBOMP_NEST_LOCK_H

#include <cstdint>

namespace tactus::libomp {

/// How often the calling task, which has the lock, has taken it.
int32_t depthOfNestLock(void *lock);

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_NEST_LOCK_H
