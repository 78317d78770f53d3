//===- statistics.h - TACTUS_STATS ----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_STATISTICS_H
#define TACTUS_SPLICE_STATISTICS_H

#include "counters.h"

namespace tactus::splice {

/// Adds what a group has counted to what is reported at the end of the process. Any thread may call it.
void addToStatistics(const Counters &counters);

/// All that has been counted so far, by groups that have ended. Any thread may call it.
Counters countersSoFar();

} // namespace tactus::splice

#endif // TACTUS_SPLICE_STATISTICS_H
