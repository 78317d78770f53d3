//===- microtask.h - calls code that clang has outlined ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_MICROTASK_H
#define TACTUS_RUNTIME_LIBOMP_MICROTASK_H

#include <cstdint>

namespace tactus::libomp {

/// Takes two numbers of the thread and then as many addresses as its fork says.
using Microtask = void(int32_t *thread, int32_t *bound, ...);

} // namespace tactus::libomp

/// In microtask.S.
extern "C" void tactus_call_microtask(tactus::libomp::Microtask *code, int32_t *thread, int32_t *bound, uint64_t count,
                                      void *const *arguments);

#endif // TACTUS_RUNTIME_LIBOMP_MICROTASK_H
