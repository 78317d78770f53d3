//===- job.h - the page about the ranks of a job of MPI ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One page: the ranks side by side, on one clock; what each was busy with; the time in MPI by source line, with the
// rank that comes last; and the whole page of each rank.
//
// Clocks. The ranks of a host share its clock, and their time lines are put on it exactly. Between hosts it is the
// clock of the day, as good as the hosts keep it (NTP: a fraction of a millisecond to some milliseconds).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_JOB_H
#define TACTUS_TRACE_JOB_H

#include "recording.h"

#include <string>
#include <vector>

namespace tactus::trace {

/// A rank with its own page.
struct RankReport {
  Recording recording;
  std::string page;
};

/// When each rank's time line begins, in microseconds after that of the first one.
[[nodiscard]] std::vector<Time> beginningsOf(const std::vector<RankReport> &ranks);

/// The page's text. `command` started the job; empty if that is not known.
[[nodiscard]] std::string makeJobPage(std::vector<RankReport> ranks, const std::vector<std::string> &command);

} // namespace tactus::trace

#endif // TACTUS_TRACE_JOB_H
