//===- splicing.h - numbers of #pragma splice ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What code with clauses calls is declared in <tactus/splice.h>, which the program's own compiler reads. What the
// plugin puts into loops whose effects it derives (compiler/sweeps/, splice/sweeps.cpp) is here:
//
//     if the site says so, region.active = 0; else                    before the loop around
//       region.active = __tactus_splice_begin_sweeps(&region, ...)
//     before each sweep, if region.active:
//       __tactus_splice_sweep(&region, &code, &environment, accesses) is 1: it runs later, 0: it is to run now
//     __tactus_splice_touch(&region, p, size, written)                before other accesses: what interferes runs first
//     __tactus_splice_end_sweeps(&region)                             before what is not known, and behind the loop, if
//                                                                     there is a collector
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_SPLICING_H
#define TACTUS_ABI_SPLICING_H

#include "abi/fields.h"
#include <cstdint>

#define TACTUS_SWEEP_ACCESS_FIELDS(FIELD)                                                                              \
  FIELD(first, first)                                                                                                  \
  FIELD(firstStep, firstStep)                                                                                          \
  FIELD(last, last)                                                                                                    \
  FIELD(lastStep, lastStep)                                                                                            \
  FIELD(written, written)

#define TACTUS_SWEEP_CODE_FIELDS(FIELD)                                                                                \
  FIELD(run, run)                                                                                                      \
  FIELD(environmentSize, environmentSize)                                                                              \
  FIELD(accesses, accesses)                                                                                            \
  FIELD(file, file)                                                                                                    \
  FIELD(line, line)                                                                                                    \
  FIELD(isParallel, isParallel)

#define TACTUS_SWEEP_REGION_FIELDS(FIELD)                                                                              \
  FIELD(active, active)                                                                                                \
  FIELD(line, line)                                                                                                    \
  FIELD(collector, collector)                                                                                          \
  FIELD(site, site)                                                                                                    \
  FIELD(file, file)

namespace tactus::abi {

/// The bytes of a variable that holds a part of a step. The library has room for so many.
inline constexpr unsigned LargestPart = 64;

/// What the library knows of a loop around sweeps. The last word is the program's as well: so many times more the loop
/// begins without asking, and each of these times takes one off.
inline constexpr unsigned SweepSiteWords = 4;

/// The bytes that an access of a sweep may touch in iteration i: from first + i * firstStep up to, but not including,
/// last + i * lastStep. All words have 64 bits.
struct SweepAccess {
  uint64_t first;
  int64_t firstStep;
  uint64_t last;
  int64_t lastStep;
  uint64_t written;
};

/// What is known of a sweep when the program is compiled.
struct SweepCode {
  /// Iterations [first, last), of which there is one at least.
  void (*run)(const void *environment, int64_t first, int64_t last);
  uint64_t environmentSize, accesses;
  const char *file;
  uint32_t line;
  /// A parallel loop of OpenMP: alone, too, it may share its iterations.
  uint32_t isParallel;
};

/// A loop around sweeps, on the stack of its function. Code that was compiled reads `active`: sweeps may run later.
struct SweepRegion {
  int32_t active;
  uint32_t line;
  void *collector;
  /// Words of the program's, all zero at first.
  void *site;
  const char *file;
};

TACTUS_FIELDS(SweepAccessFields, SweepAccess, TACTUS_SWEEP_ACCESS_FIELDS, Name);
TACTUS_FIELDS(SweepCodeFields, SweepCode, TACTUS_SWEEP_CODE_FIELDS, Name);
TACTUS_FIELDS(SweepRegionFields, SweepRegion, TACTUS_SWEEP_REGION_FIELDS, Name);

} // namespace tactus::abi

#endif // TACTUS_ABI_SPLICING_H
