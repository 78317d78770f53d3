//===- statistics.h - TACTUS_STATS ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_ENTRY_STATISTICS_H
#define TACTUS_RUNTIME_ENTRY_STATISTICS_H

#include <cstdio>

namespace tactus {

struct Counters;

/// The sum over all threads, present and past.
void sumCounters(Counters &sum);

/// Writes what TACTUS_STATS asks for.
void reportStatistics();

void writeStatisticsTable(FILE *file);
void writeStatisticsJson(FILE *file);

} // namespace tactus

#endif // TACTUS_RUNTIME_ENTRY_STATISTICS_H
