//===- libomp.cpp - living beside libomp -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp.h"

#include <atomic>
#include <dlfcn.h>

extern "C" {
__attribute__((weak)) int omp_in_parallel();
__attribute__((weak)) void omp_set_num_threads(int count);
__attribute__((visibility("default"))) void *ompt_start_tool(unsigned version, const char *runtime);
}

namespace tactus {

// Written by the thread in which libomp starts. Relaxed: a thread is inside a region only after libomp has started it,
// and that orders the two.
static constinit std::atomic<bool> libompRuns{false};

bool insideLibompRegion() {
  return libompRuns.load(std::memory_order_relaxed) && omp_in_parallel && omp_in_parallel() != 0;
}

bool makeLibompSerial() {
  if (!libompRuns.load(std::memory_order_relaxed) || !omp_set_num_threads)
    return false;
  omp_set_num_threads(1);
  return true;
}

} // namespace tactus

/// OpenMP 5.0, §4.2.1. Real tools still get their turn: the next in the process is asked, and with a null answer
/// libomp goes on to those of OMP_TOOL_LIBRARIES.
void *ompt_start_tool(unsigned version, const char *runtime) {
  tactus::libompRuns.store(true, std::memory_order_relaxed);
  using Start = void *(unsigned, const char *);
  auto *next = reinterpret_cast<Start *>(dlsym(RTLD_NEXT, "ompt_start_tool"));
  return next && next != &ompt_start_tool ? next(version, runtime) : nullptr;
}
