//===- environment.h - OpenMP's settings that only libomp's own functions tell ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_ENVIRONMENT_H
#define TACTUS_RUNTIME_LIBOMP_ENVIRONMENT_H

#include "regions/icvs.h"

#include <cstddef>
#include <cstdint>

namespace tactus::libomp {

/// Of the process. The environment's at first; OpenMP lets only the initial thread outside of regions change them.
struct Environment {
  int teams = 0, teamsThreadLimit = 0;
  int defaultDevice = 0;
  int maxTaskPriority = 0;
  /// 0 disabled, 1 default, 2 mandatory.
  int targetOffload = 1;
  int blocktime = 200;
  size_t stackBytes = 0;
  /// A predefined allocator's number.
  unsigned long allocator = 1;
  char affinityFormat[512] = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";
};
Environment &environment();
/// Called by the constructor of a library of names (libomp.so.5, libgomp.so.1), which knows so many functions of
/// `ours`.
void startInterface(const char *library, uint64_t entries, uint64_t ours);
/// `KIND` or `KIND,CHUNK`, to the standard error stream.
void displaySchedule(const IcvSet &icvs);
/// For KMP_SETTINGS (effective_settings.cpp).
void displaySettings();
/// Prints a line on the calling thread, by affinity-format-var.
void displayThisThread();

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_ENVIRONMENT_H
