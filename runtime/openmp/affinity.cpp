//===- affinity.cpp - threads that describe themselves, and pauses -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// omp_pause_resource() asks the runtime to give back what it can. Ours ends the threads that are members of teams.
// libomp fails where it has not been started, or has run no region since the last time. Its hard pause ends it, which
// other threads that it knows, as our workers, do not survive; so it is only ever asked for a soft one.
//
//===----------------------------------------------------------------------===//
#include "abi/openmp.h"
#include "os/exported.h"
#include "regions/affinity_text.h"
#include "regions/libomp.h"
#include "regions/regions.h"
#include "teams/crew.h"

namespace tactus {

namespace {

/// Libomp's own number of the host, and OpenMP's two.
bool isHost(int device) { return device <= 0; }

constexpr int SoftPause = 1, HardPause = 2;
bool isPauseKind(int kind) { return kind == SoftPause || kind == HardPause; }

/// Pauses must not be asked for in a parallel region.
bool isInParallelRegion() { return tactus_omp_get_level(nullptr) > 0; }

bool hasRunningLibomp() {
  const Libomp *libomp = ownLibomp();
  return libomp && libomp->runs();
}

} // namespace

} // namespace tactus

using namespace tactus;

TACTUS_EXPORT uint64_t tactus_omp_capture_affinity(char *buffer, uint64_t size, const char *format,
                                                   uint64_t (*next)(char *, uint64_t, const char *)) {
  if (!next)
    return 0;
  char defaultFormat[AffinityText::LongestFormat];
  const char *wanted = currentRegion() ? affinityFormatOr(format, defaultFormat) : nullptr;
  return wanted ? next(buffer, size, AffinityText(wanted).get()) : next(buffer, size, format);
}

TACTUS_EXPORT void tactus_omp_display_affinity(const char *format, void (*next)(const char *)) {
  if (!next)
    return;
  char defaultFormat[AffinityText::LongestFormat];
  const char *wanted = currentRegion() ? affinityFormatOr(format, defaultFormat) : nullptr;
  next(wanted ? AffinityText(wanted).get() : format);
}

TACTUS_EXPORT int tactus_omp_pause_resource(int kind, int device, int (*next)(int, int)) {
  if (isInParallelRegion())
    return 1;
  if (!isPauseKind(kind) || !isHost(device))
    return next ? next(kind, device) : 1;
  if (next && hasRunningLibomp())
    next(SoftPause, device);
  endCrews();
  return 0;
}

TACTUS_EXPORT int tactus_omp_pause_resource_all(int kind, int (*next)(int)) {
  if (isInParallelRegion())
    return 1;
  if (!isPauseKind(kind))
    return next ? next(kind) : 1;
  if (next && hasRunningLibomp())
    next(SoftPause);
  endCrews();
  return 0;
}
