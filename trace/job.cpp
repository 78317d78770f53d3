//===- job.cpp - the page about the ranks of a job of MPI -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "job.h"

#include "builder.h"
#include "page.h"
#include "page_text.h"
#include "summary.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <tuple>

namespace tactus::trace {

using nlohmann::ordered_json;

namespace {

/// Of a rank's time line in that of the job.
constexpr size_t SegmentsOfRank = 1000;
/// Pages within the page. A job of more ranks shows those that were busy longest and shortest, and rank 0.
constexpr size_t MostPages = 16;

double rounded(double value) { return std::round(value * 10) / 10; }

struct RankNumbers {
  Summary summary;
  /// What all threads were busy with, in MPI, and of the main thread's time in MPI.
  Time busy = 0, mpi = 0, main = 0;
};

Time timeIn(const TrackSummary &track, State state) { return track.times[static_cast<size_t>(state)]; }

RankNumbers measureRank(const Recording &recording) {
  RankNumbers numbers{summarise(recording, buildGraph(recording), SegmentsOfRank), 0, 0, 0};
  for (size_t index = 0; index < recording.tracks.size(); ++index) {
    const TrackSummary &track = numbers.summary.tracks[index];
    numbers.busy += timeIn(track, State::Serial) + timeIn(track, State::Work) + timeIn(track, State::Join);
    // What is too short for a slice counts where it was spent.
    if (recording.tracks[index].name == "main thread")
      numbers.main = timeIn(track, State::Mpi);
  }
  Time inSlices = 0;
  for (const TrackSummary &track : numbers.summary.tracks)
    inSlices += timeIn(track, State::Mpi);
  for (const MpiSite &site : recording.sites)
    numbers.mpi += site.time;
  numbers.mpi = std::max(numbers.mpi, inSlices);
  numbers.busy = std::max(numbers.busy - (numbers.mpi - inSlices), 0.0);
  return numbers;
}

/// A source line that calls MPI, in all ranks.
struct CallLine {
  std::string name, function;
  uint64_t calls = 0;
  std::vector<Time> times;
};

std::vector<CallLine> callLinesOf(const std::vector<RankReport> &ranks) {
  std::map<std::tuple<std::string, unsigned, std::string>, CallLine> lines;
  for (size_t index = 0; index < ranks.size(); ++index) {
    const Recording &recording = ranks[index].recording;
    for (const MpiSite &site : recording.sites) {
      const Place &place = recording.regions[site.region];
      CallLine &line = lines[{place.file, place.line, place.function}];
      line.times.resize(ranks.size());
      line.name = place.line ? place.shortName() : place.file.substr(place.file.rfind('/') + 1);
      line.function = place.function;
      line.calls += site.calls;
      line.times[index] += site.time;
    }
  }
  std::vector<CallLine> sorted;
  for (auto &[key, line] : lines)
    sorted.push_back(std::move(line));
  auto total = [](const CallLine &line) { return std::accumulate(line.times.begin(), line.times.end(), 0.0); };
  std::ranges::sort(sorted, [&](const CallLine &left, const CallLine &right) {
    return std::tuple(-total(left), left.name, left.function) < std::tuple(-total(right), right.name, right.function);
  });
  return sorted;
}

ordered_json linesOf(const std::vector<RankReport> &ranks) {
  ordered_json entries = ordered_json::array();
  for (const CallLine &line : callLinesOf(ranks)) {
    auto [least, most] = std::ranges::minmax_element(line.times);
    ordered_json times = ordered_json::array();
    for (Time time : line.times)
      times.push_back(rounded(time));
    entries.push_back({{"name", line.name},
                       {"function", line.function},
                       {"calls", line.calls},
                       {"times", std::move(times)},
                       {"most", ranks[static_cast<size_t>(most - line.times.begin())].recording.rank.number},
                       {"least", ranks[static_cast<size_t>(least - line.times.begin())].recording.rank.number}});
  }
  return entries;
}

ordered_json rankOf(const Recording &recording, const RankNumbers &numbers, Time begin) {
  ordered_json entry{{"rank", recording.rank.number},     {"host", recording.rank.host},
                     {"workers", recording.workers},      {"begin", rounded(begin)},
                     {"elapsed", rounded(recording.end)}, {"busy", rounded(numbers.busy)},
                     {"mpi", rounded(numbers.mpi)},       {"serial", rounded(numbers.summary.serial)},
                     {"complete", recording.isComplete},  {"segments", ordered_json::array()}};
  for (size_t index = 0; index < recording.tracks.size(); ++index)
    if (recording.tracks[index].name == "main thread")
      for (const Segment &segment : numbers.summary.tracks[index].segments)
        entry["segments"].push_back({rounded(begin + segment.begin), rounded(segment.end - segment.begin),
                                     static_cast<unsigned>(segment.state)});
  return entry;
}

std::string format(const char *pattern, auto... values) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

ordered_json adviceOf(const std::vector<RankReport> &ranks, const std::vector<RankNumbers> &numbers) {
  ordered_json advice = ordered_json::array();
  Time busy = 0, mpi = 0, serial = 0, elapsed = 0;
  size_t busiest = 0;
  for (size_t index = 0; index < ranks.size(); ++index) {
    busy += numbers[index].busy;
    mpi += numbers[index].mpi;
    serial += numbers[index].summary.serial;
    elapsed += ranks[index].recording.end;
    if (numbers[index].busy > numbers[busiest].busy)
      busiest = index;
  }
  Time mean = busy / static_cast<Time>(ranks.size());
  if (mpi > elapsed / 10)
    advice.push_back(format("Ranks were in MPI for %.0f %% of their time: by line below.", 100 * mpi / elapsed));
  if (mean > 0 && numbers[busiest].busy > 1.1 * mean)
    advice.push_back(format("Rank %llu was busy for %.2f times the mean of all ranks: the others wait for it.",
                            static_cast<unsigned long long>(ranks[busiest].recording.rank.number),
                            numbers[busiest].busy / mean));
  if (serial > busy / 5)
    advice.push_back(format("Code outside of all loops, forks and regions is %.0f %% of what ranks were busy with: see "
                            "their own pages.",
                            100 * serial / busy));
  uint64_t count = ranks.front().recording.rank.count;
  if (ranks.size() < count)
    advice.push_back(format("%zu of %llu ranks are here: the others left no trace that this machine sees. Set TMPDIR "
                            "to a folder that all hosts share.",
                            ranks.size(), static_cast<unsigned long long>(count)));
  return advice;
}

/// Whose own pages are in the page.
std::vector<size_t> pagesOf(const std::vector<RankNumbers> &numbers) {
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (order.size() <= MostPages)
    return order;
  // Rank 0, and as many from both ends.
  std::ranges::sort(order.begin() + 1, order.end(), {}, [&](size_t index) { return numbers[index].busy; });
  order.erase(order.begin() + MostPages / 2, order.end() - MostPages / 2);
  std::ranges::sort(order);
  return order;
}

} // namespace

std::vector<Time> beginningsOf(const std::vector<RankReport> &ranks) {
  // Of a host's clock, in that of the day: by its first rank.
  std::map<std::string, double> hosts;
  std::vector<Time> begins;
  for (const RankReport &rank : ranks) {
    const RankOfRun &run = rank.recording.rank;
    auto [host, isNew] = hosts.try_emplace(run.host, static_cast<double>(run.day) - static_cast<double>(run.began));
    begins.push_back((static_cast<double>(run.began) + host->second) / 1000);
  }
  Time first = begins.empty() ? 0 : *std::ranges::min_element(begins);
  for (Time &begin : begins)
    begin -= first;
  return begins;
}

std::string makeJobPage(std::vector<RankReport> ranks, const std::vector<std::string> &command) {
  std::ranges::sort(ranks, {}, [](const RankReport &rank) { return rank.recording.rank.number; });
  std::vector<RankNumbers> numbers;
  for (const RankReport &rank : ranks)
    numbers.push_back(measureRank(rank.recording));
  std::vector<Time> begins = beginningsOf(ranks);
  const std::string &program = ranks.front().recording.program;
  ordered_json data{{"program", program},
                    {"command", command.empty() ? ranks.front().recording.command : command},
                    {"advice", adviceOf(ranks, numbers)},
                    {"ranks", ordered_json::array()},
                    {"lines", linesOf(ranks)}};
  for (size_t index = 0; index < ranks.size(); ++index)
    data["ranks"].push_back(rankOf(ranks[index].recording, numbers[index], begins[index]));
  std::string frames;
  for (size_t index : pagesOf(numbers))
    frames += "<details><summary>Rank " + std::to_string(ranks[index].recording.rank.number) +
              "</summary><iframe loading=\"lazy\" title=\"The page of rank " +
              std::to_string(ranks[index].recording.rank.number) + "\" srcdoc=\"" + escaped(ranks[index].page) +
              "\"></iframe></details>\n";
  std::string page = JobHtml;
  fill(page, "title", escaped(program) + ", " + std::to_string(ranks.size()) + " ranks");
  fill(page, "style", PageStyle);
  fill(page, "script", JobScript);
  // What these hold is not looked through for holes.
  size_t pages = page.find("{{pages}}"), hole = page.find("{{data}}");
  std::string text = insideScript(data.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  page.replace(hole, std::string("{{data}}").size(), text);
  page.replace(pages, std::string("{{pages}}").size(), frames);
  return page;
}

} // namespace tactus::trace
