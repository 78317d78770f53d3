//===- libomp.cpp - living beside libomp -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp.h"

#include <atomic>
#include <dlfcn.h>

extern "C" __attribute__((visibility("default"))) void *ompt_start_tool(unsigned version, const char *runtime);

namespace tactus {

// Written by the thread in which libomp starts. Relaxed: a thread is inside a region only after libomp has started it,
// and that orders the two.
static constinit std::atomic<bool> libompRuns{false};

/// A function of libomp's, which one of the same name in libtactus may hide. Null if there is no libomp (yet).
static void *findFunction(LibompFunction function) {
  static const char *const names[] = {
      "omp_get_thread_num", "omp_get_num_threads", "omp_get_max_threads",      "omp_in_parallel",
      "omp_get_level",      "omp_set_num_threads", "__kmpc_global_thread_num", "__kmpc_task_reduction_get_th_data"};
  static constinit std::atomic<void *> found[sizeof names / sizeof *names]{};
  auto index = static_cast<unsigned>(function);
  // Relaxed: an address and nothing behind it. Two threads that look find the same.
  void *address = found[index].load(std::memory_order_relaxed);
  if (!address) {
    address = dlsym(RTLD_NEXT, names[index]);
    found[index].store(address, std::memory_order_relaxed);
  }
  return address;
}

int callLibomp(LibompFunction function, int otherwise) {
  auto *query = reinterpret_cast<int (*)()>(findFunction(function));
  return query ? query() : otherwise;
}

void setLibompThreads(int count) {
  if (auto *set = reinterpret_cast<void (*)(int)>(findFunction(LibompFunction::SetNumThreads)))
    set(count);
}

void *findLibompReduction(void *group, void *address) {
  auto *number = reinterpret_cast<int (*)(void *)>(findFunction(LibompFunction::GlobalThreadNum));
  auto *find = reinterpret_cast<void *(*)(int, void *, void *)>(findFunction(LibompFunction::FindTaskReduction));
  return number && find ? find(number(nullptr), group, address) : nullptr;
}

bool insideLibompRegion() {
  return libompRuns.load(std::memory_order_relaxed) && callLibomp(LibompFunction::InParallel, 0) != 0;
}

int libompLevel() { return libompRuns.load(std::memory_order_relaxed) ? callLibomp(LibompFunction::GetLevel, 0) : 0; }

bool makeLibompSerial() {
  if (!libompRuns.load(std::memory_order_relaxed))
    return false;
  setLibompThreads(1);
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
