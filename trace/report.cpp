//===- report.cpp - the page about one run --------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "report.h"

#include "abi/policy.h"
#include "advice.h"
#include "builder.h"
#include "changes.h"
#include "lines.h"
#include "page.h"
#include "page_text.h"
#include "task_contexts.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tactus::trace {

using nlohmann::ordered_json;

namespace {

/// Short numbers: what is drawn needs no more digits.
double rounded(double value, double digits = 10) { return std::round(value * digits) / digits; }

ordered_json tracksOf(const Recording &recording, const Summary &summary) {
  ordered_json tracks = ordered_json::array();
  for (size_t index = 0; index < recording.tracks.size(); ++index) {
    const TrackSummary &track = summary.tracks[index];
    ordered_json entry{
        {"name", recording.tracks[index].name}, {"times", ordered_json::array()}, {"segments", ordered_json::array()}};
    for (Time time : track.times)
      entry["times"].push_back(rounded(time));
    for (const Segment &segment : track.segments)
      entry["segments"].push_back({rounded(segment.begin), rounded(segment.end - segment.begin),
                                   static_cast<unsigned>(segment.state), segment.place});
    tracks.push_back(std::move(entry));
  }
  return tracks;
}

ordered_json placesOf(const Recording &recording, const Summary &summary) {
  ordered_json places = ordered_json::array();
  for (size_t index = 0; index < recording.places.size(); ++index) {
    const Place &place = recording.places[index];
    const PlaceSummary &numbers = summary.places[index];
    ordered_json chunks = ordered_json::array();
    for (const ChunkSample &sample : numbers.chunks)
      chunks.push_back({rounded(sample.time), sample.iterations});
    places.push_back({{"kind", place.kind},
                      {"file", place.file},
                      {"name", place.shortName()},
                      {"line", place.line},
                      {"function", place.function},
                      {"executions", numbers.executions},
                      {"promotions", numbers.promotions},
                      {"byLevel", numbers.byLevel},
                      {"tasks", numbers.tasks},
                      {"stolen", numbers.stolen},
                      {"work", rounded(numbers.work)},
                      {"span", rounded(numbers.span)},
                      {"taskTime", rounded(numbers.taskTime)},
                      {"longestTask", rounded(numbers.longestTask)},
                      {"chunks", std::move(chunks)}});
  }
  return places;
}

ordered_json constructsOf(const std::vector<Construct> &constructs, const SourceLines &sources) {
  ordered_json files = ordered_json::object();
  for (const Construct &construct : constructs) {
    ordered_json &file = files[construct.file];
    file["constructs"].push_back({{"kind", construct.kind},
                                  {"line", construct.line},
                                  {"function", construct.function},
                                  {"converted", construct.isConverted},
                                  {"otherwise", construct.otherwise},
                                  {"text", construct.text}});
  }
  for (const auto &[name, lines] : sources)
    for (const auto &[line, text] : lines)
      files[name]["lines"].push_back({line, text});
  return files;
}

const char *nameOf(RunBy by) {
  switch (by) {
  case RunBy::Latent:
    return "Tactus, latent";
  case RunBy::Strands:
    return "Tactus, strands";
  case RunBy::Phases:
    return "Tactus, phases";
  case RunBy::Libomp:
    return "libomp";
  case RunBy::Mpi:
    return "MPI";
  case RunBy::Unknown:
    break;
  }
  return "not known: the program ended in it";
}

ordered_json linesOf(const TimeByLine &lines, const std::vector<Construct> &constructs) {
  ordered_json entries = ordered_json::array();
  for (const LineTime &line : lines.lines) {
    ordered_json reasons = ordered_json::array();
    for (const Change &change : changesFor(line, constructs))
      reasons.push_back({{"reason", change.reason}, {"change", change.change}});
    entries.push_back({{"kind", line.place.kind},
                       {"file", line.place.file},
                       {"name", line.place.shortName()},
                       {"line", line.place.line},
                       {"function", line.place.function},
                       {"by", nameOf(line.by)},
                       {"entries", line.entries},
                       {"time", rounded(line.time)},
                       {"reasons", std::move(reasons)}});
  }
  return {{"whole", rounded(lines.whole)},
          {"serial", rounded(lines.serial)},
          {"latent", rounded(lines.timeOf(RunBy::Latent))},
          {"threads", rounded(lines.timeOf(RunBy::Strands) + lines.timeOf(RunBy::Phases))},
          {"libomp", rounded(lines.timeOf(RunBy::Libomp))},
          {"mpi", rounded(lines.timeOf(RunBy::Mpi))},
          {"entries", std::move(entries)}};
}

ordered_json simulationsOf(const Graph &graph, const Policy &policy, const Costs &costs, const WorkSpan &whole) {
  ordered_json simulations = ordered_json::array();
  for (unsigned workers = 1; workers <= abi::MaximalWorkers; workers *= 2) {
    Simulation simulation = simulate(graph, workers, policy, costs);
    simulations.push_back({{"workers", workers},
                           {"time", rounded(simulation.elapsed)},
                           {"speedup", simulation.elapsed > 0 ? rounded(whole.work / simulation.elapsed, 100) : 1}});
  }
  return simulations;
}

} // namespace

std::string makeReport(const ReportInput &input) {
  const Recording &recording = input.recording;
  Graph graph = buildGraph(recording);
  Summary summary = summarise(recording, graph);
  TimeByLine lines = measureLines(recording);
  Costs costs = measureCosts(recording);
  Policy policy{recording.heartbeat, recording.tokens, recording.classicTokens};
  ordered_json data{{"program", recording.program},
                    {"command", recording.command},
                    {"workers", recording.workers},
                    {"heartbeat", recording.heartbeat},
                    {"elapsed", rounded(recording.end)},
                    {"work", rounded(summary.whole.work)},
                    {"span", rounded(summary.whole.span)},
                    {"serial", rounded(summary.serial)},
                    {"costs", {{"promotion", costs.promotion}, {"steal", costs.steal}, {"join", costs.join}}},
                    {"wasTooBusy", wasTooBusy(summary.lost, summary.whole.work)},
                    {"predicted", rounded(simulate(graph, recording.workers, policy, costs).elapsed)},
                    {"advice", advise(recording, {summary, lines, costs}, input.constructs)},
                    {"lines", linesOf(lines, input.constructs)},
                    {"simulations", simulationsOf(graph, policy, costs, summary.whole)},
                    {"tracks", tracksOf(recording, summary)},
                    {"utilisation", ordered_json::array()},
                    {"places", placesOf(recording, summary)},
                    {"files", constructsOf(input.constructs, input.sources)},
                    {"analysis", nullptr}};
  if (!input.analysis.is_null())
    data["analysis"] = addMeasured(input.analysis, recording, summary);
  for (double share : summary.utilisation)
    data["utilisation"].push_back(rounded(share, 1000));
  std::string page = PageHtml;
  fill(page, "title", escaped(recording.program));
  fill(page, "style", PageStyle);
  // The data last: what it holds is not looked through for holes.
  fill(page, "script", PageScript);
  fill(page, "data", insideScript(data.dump(-1, ' ', false, ordered_json::error_handler_t::replace)));
  return page;
}

} // namespace tactus::trace
