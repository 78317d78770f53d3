//===- advice.cpp - what limits a program, in words -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "advice.h"
#include "changes.h"
#include "text.h"

#include <algorithm>
#include <cstdio>

namespace tactus::trace {

namespace {

template <typename... Values> std::string format(const char *text, Values... values) {
  char line[1024];
  std::snprintf(line, sizeof line, text, values...);
  return line;
}

std::string shareOf(Time part, Time whole) { return format("%.0f %%", whole > 0 ? 100 * part / whole : 0.0); }

/// The region that took most, if that was much: beats cannot split it among workers that have nothing to do.
void adviseOfRegions(const TimeByLine &lines, const std::vector<Construct> &constructs,
                     std::vector<std::string> &advice) {
  auto isOfThreads = [](const LineTime &line) {
    return line.by == RunBy::Strands || line.by == RunBy::Libomp || line.by == RunBy::Unknown;
  };
  auto longest = std::find_if(lines.lines.begin(), lines.lines.end(), isOfThreads);
  if (longest == lines.lines.end() || longest->time < lines.whole / 10)
    return;
  std::string sentence = shareOf(longest->time, lines.whole) + " of the time went to the region in " +
                         longest->place.shortName() + ", which " +
                         (longest->by == RunBy::Libomp ? "libomp ran." : "ran on threads of its own.");
  for (const Change &change : changesFor(*longest, constructs))
    sentence += " Because " + change.reason + (change.change.empty() ? "." : ": " + change.change + ".");
  advice.push_back(sentence);
}

void adviseOfConversion(const std::vector<Construct> &constructs, std::vector<std::string> &advice) {
  auto isLeft = [](const Construct &construct) { return !construct.isConverted; };
  auto left = std::find_if(constructs.begin(), constructs.end(), isLeft);
  if (left != constructs.end())
    advice.push_back(
        format("Not converted: %zu of %zu constructs, the first in %s:%u (%s). They are listed below, with "
               "reasons.",
               static_cast<size_t>(std::count_if(constructs.begin(), constructs.end(), isLeft)), constructs.size(),
               left->file.c_str(), left->line, left->text.c_str()));
}

void adviseOfParallelism(const Recording &recording, const Summary &summary, double parallelism,
                         std::vector<std::string> &advice) {
  auto longest =
      std::max_element(summary.places.begin(), summary.places.end(),
                       [](const PlaceSummary &left, const PlaceSummary &right) { return left.span < right.span; });
  std::string where = longest == summary.places.end()
                          ? ""
                          : " Most of the longest chain lies in " +
                                recording.places[static_cast<size_t>(longest - summary.places.begin())].shortName() +
                                ".";
  advice.push_back(format("The parallelism is %.1f: that many workers can be kept busy at best.", parallelism) + where +
                   " What runs one after the other there, in an iteration or a branch, would have to become "
                   "parallel itself.");
}

void adviseOfSmallTasks(const Recording &recording, const Summary &summary, const Costs &costs,
                        std::vector<std::string> &advice) {
  Time price = costs.promotion + costs.steal + costs.join;
  for (size_t index = 0; index < summary.places.size(); ++index) {
    const PlaceSummary &place = summary.places[index];
    if (place.tasks >= 20 && place.taskTime / static_cast<Time>(place.tasks) < 5 * price)
      advice.push_back(format("Tasks of %s take %.0f us on average, which is little for what a task costs (%.1f us). "
                              "A longer beat makes fewer: TACTUS_HEARTBEAT_US=%.0f.",
                              recording.places[index].shortName().c_str(),
                              place.taskTime / static_cast<Time>(place.tasks), price, recording.heartbeat * 2));
  }
}

} // namespace

std::vector<std::string> advise(const Recording &recording, const Findings &findings,
                                const std::vector<Construct> &constructs) {
  const auto &[summary, lines, costs] = findings;
  std::vector<std::string> advice;
  if (recording.isThinned)
    advice.push_back(format("The trace became too large after %.2f s; this page is about the part before. "
                            "TACTUS_TRACE_MB=%d makes more room.",
                            recording.end / 1e6, 256));
  for (const std::string &gap : recording.gaps)
    advice.push_back("Of this trace something may be missing: " + gap + ".");
  adviseOfConversion(constructs, advice);
  uint64_t promotions = 0;
  for (const PlaceSummary &place : summary.places)
    promotions += place.promotions;
  double parallelism = summary.whole.span > 0 ? summary.whole.work / summary.whole.span : 1;
  adviseOfRegions(lines, constructs, advice);
  // The thread that begins a region of threads is outside of all loops and forks as long as it lasts.
  Time inRegions = lines.whole - lines.serial - lines.timeOf(RunBy::Latent);
  Time serial = std::max(summary.serial - inRegions, 0.0);
  if (serial > summary.whole.work / 5)
    advice.push_back("Code outside of all loops, forks and regions takes " + shareOf(serial, summary.whole.work) +
                     " of the work. No number of workers makes it faster: find what in it can be a parallel loop "
                     "(tactus advise lists the hottest loops without a pragma).");
  if (promotions == 0 && recording.workers == 1)
    advice.emplace_back("There was one worker, so nothing was promoted. The curve below says what more would bring.");
  else if (promotions == 0)
    advice.emplace_back("Nothing was promoted: no loop or fork lasted for a beat, or none was converted "
                        "(-Rpass-missed=tactus tells).");
  if (parallelism < 2.0 * recording.workers && summary.serial <= summary.whole.work / 5)
    adviseOfParallelism(recording, summary, parallelism, advice);
  adviseOfSmallTasks(recording, summary, costs, advice);
  if (summary.lost > summary.whole.work / 20)
    advice.push_back("Threads wanted to run and could not for " +
                     shareOf(summary.lost, summary.lost + summary.whole.work) +
                     " of their time: the machine was busy with other things, or there are more workers than it has "
                     "processors. Times on this page are worse than they need be.");
  if (advice.empty())
    advice.push_back(format("Nothing stands out: the parallelism of %.0f is ample for %s, and tasks are worth "
                            "their price.",
                            parallelism, driver::counted(recording.workers, "worker").c_str()));
  return advice;
}

} // namespace tactus::trace
