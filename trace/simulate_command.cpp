//===- simulate_command.cpp - tactus simulate -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus simulate TRACE [--workers LIST] [--check] [--json]
//
// The prediction for as many workers as the recorded run had is compared with that run. With --check the program is run
// anew as well, without a trace and on all processors, from the command that the trace names.
//
// Work that shares memory and caches takes longer on more workers than on those of the recording, which a simulation
// cannot know. If there were fewer, --check therefore also records runs on all processors, says by how much the work
// has grown, and predicts from those.
//
//===----------------------------------------------------------------------===//
#include "abi/policy.h"
#include "builder.h"
#include "command_line.h"
#include "commands.h"
#include "help.h"
#include "process.h"
#include "progress.h"
#include "simulator.h"
#include "summary.h"
#include "temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

namespace tactus::trace {

namespace {

constexpr unsigned MostWorkers = abi::MaximalWorkers, MostRanks = 4096;
/// Of all ranks together, which takes some hundred megabytes.
constexpr uint64_t MostInAll = 1u << 20;

struct Options {
  std::string trace;
  std::vector<unsigned> workers, ranks;
  /// A network as clusters have it, and pieces of a few numbers.
  Network network{.latency = 5, .bytes = 1000, .bytesPerMicrosecond = 10000, .look = Network::LongestPause / 2};
  bool check = false, asJson = false;
  unsigned runs = 3;
};

/// A measured time beside its prediction.
struct Comparison {
  std::string what;
  unsigned workers = 1;
  Time measured = 0, predicted = 0;
  [[nodiscard]] double error() const { return measured > 0 ? predicted / measured - 1 : 0; }
};

struct Outcome {
  WorkSpan measures;
  SerialEnds ends;
  Costs costs;
  std::vector<Simulation> simulations;
  std::vector<Comparison> comparisons;
  /// How long threads were kept from running in all recordings.
  Time lost = 0;
  bool hasRanks = false;
  /// The work of a recording on all processors, if one has been made.
  Time workOnAll = 0;
};

/// What a recording says, and what it predicts.
class Model {
  Recording recording;
  Graph graph;
  Policy policy;

public:
  WorkSpan measures;
  SerialEnds ends;
  Costs costs;

  explicit Model(Recording read)
      : recording(std::move(read)), graph(buildGraph(recording)),
        policy{recording.heartbeat, recording.tokens, recording.classicTokens}, measures(measure(graph)),
        ends(serialEnds(graph)), costs(measureCosts(recording)) {}
  [[nodiscard]] const Recording &source() const { return recording; }
  [[nodiscard]] Time lost() const {
    Time sum = 0;
    for (const Strand &strand : recording.strands)
      for (const StrandEvent &event : strand.events)
        sum += event.lost;
    return sum;
  }
  [[nodiscard]] Simulation predict(unsigned workers, const Network &network = {}) const {
    return simulate(graph, workers, policy, costs, network);
  }
};

Time median(std::vector<Time> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The time of a run of the recorded command; nothing if it cannot be run.
std::optional<Time> runAnew(const Recording &recording, unsigned workers) {
  std::error_code problem;
  std::filesystem::current_path(recording.directory, problem);
  if (problem || recording.command.empty())
    return std::nullopt;
  unsetenv("TACTUS_TRACE");
  setenv("TACTUS_WORKERS", std::to_string(workers).c_str(), 1);
  auto begin = std::chrono::steady_clock::now();
  if (driver::runProgram(recording.command, driver::Output::Discarded, driver::Interrupt::EndsProgram) != 0)
    return std::nullopt;
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

/// The program run anew, with a trace, on so many workers.
std::optional<Model> recordAnew(const Recording &recording, unsigned workers) {
  driver::TemporaryFolder folder;
  if (!folder.exists())
    return std::nullopt;
  const std::string trace = std::filesystem::absolute(folder.path() / "trace.json").string();
  setenv("TACTUS_TRACE", trace.c_str(), 1);
  setenv("TACTUS_WORKERS", std::to_string(workers).c_str(), 1);
  int status = driver::runProgram(recording.command, driver::Output::Discarded, driver::Interrupt::EndsProgram);
  unsetenv("TACTUS_TRACE");
  Recording again;
  if (status != 0 || !readRecording(trace, again).empty())
    return std::nullopt;
  return Model(std::move(again));
}

/// Ranks and what goes between them are columns where they are asked for.
void printTable(const Outcome &outcome) {
  auto perRank = [&](const char *format, auto value) {
    if (outcome.hasRanks)
      std::printf(format, value);
  };
  perRank("%6s ", "ranks");
  std::printf("%8s %12s %9s %11s %12s %9s", "workers", "time (s)", "speedup", "efficiency", "promotions", "steals");
  perRank(" %9s", "pieces");
  std::printf("\n");
  for (const Simulation &simulation : outcome.simulations) {
    double speedup = simulation.elapsed > 0 ? outcome.measures.work / simulation.elapsed : 1;
    perRank("%6u ", simulation.ranks);
    std::printf("%8u %12.4f %9.2f %10.0f%% %12llu %9llu", simulation.workers, simulation.elapsed / 1e6, speedup,
                100 * speedup / simulation.workers / simulation.ranks,
                static_cast<unsigned long long>(simulation.promotions),
                static_cast<unsigned long long>(simulation.steals));
    perRank(" %9llu", static_cast<unsigned long long>(simulation.pieces));
    std::printf("\n");
  }
  std::printf("\n");
}

void printText(const Recording &recording, const Outcome &outcome) {
  std::printf("%s, recorded on %s: %.3f s%s\n", recording.program.c_str(),
              driver::counted(recording.workers, "worker").c_str(), recording.end / 1e6,
              recording.isThinned ? " (the part before the trace was thinned out)" : "");
  std::printf("work %.3f s, span %.3f s, parallelism %.1f\n", outcome.measures.work / 1e6, outcome.measures.span / 1e6,
              outcome.measures.span > 0 ? outcome.measures.work / outcome.measures.span : 1.0);
  std::printf("serial: %.3f s before the first loop or fork, %.3f s behind the last one\n", outcome.ends.before / 1e6,
              outcome.ends.behind / 1e6);
  std::printf("a promotion takes %.2f us, a steal %.1f us, a join %.1f us\n\n", outcome.costs.promotion,
              outcome.costs.steal, outcome.costs.join);
  if (wasTooBusy(outcome.lost, outcome.measures.work))
    std::printf("other processes had the processors: parallelism and predictions mean nothing; record again on an idle "
                "machine\n\n");
  printTable(outcome);
  if (outcome.lost > outcome.measures.work / 20)
    std::printf(
        "the machine was busy: threads were kept from running for %.3f s in all, which no prediction knows of\n",
        outcome.lost / 1e6);
  for (const Comparison &comparison : outcome.comparisons)
    std::printf("%s on %s: %.4f s measured, %.4f s predicted, error %+.1f%%\n", comparison.what.c_str(),
                driver::counted(comparison.workers, "worker").c_str(), comparison.measured / 1e6,
                comparison.predicted / 1e6, 100 * comparison.error());
  if (outcome.workOnAll > 0)
    std::printf(
        "recorded on %u workers, the same work takes %+.1f%% of its time: what shares memory and caches is slower\n",
        recording.processors, 100 * (outcome.workOnAll / outcome.measures.work - 1));
  else if (recording.workers < recording.processors)
    std::printf(
        "work that shares memory and caches takes longer on more workers: --check records it on all processors\n");
}

void printJson(const Recording &recording, const Outcome &outcome) {
  nlohmann::ordered_json document{
      {"program", recording.program},
      {"recordedWorkers", recording.workers},
      {"recordedMicroseconds", recording.end},
      {"isThinned", recording.isThinned},
      {"workMicroseconds", outcome.measures.work},
      {"spanMicroseconds", outcome.measures.span},
      {"serialBeforeMicroseconds", outcome.ends.before},
      {"serialBehindMicroseconds", outcome.ends.behind},
      {"lostMicroseconds", outcome.lost},
      {"wasTooBusy", wasTooBusy(outcome.lost, outcome.measures.work)},
      {"costs",
       {{"promotion", outcome.costs.promotion}, {"steal", outcome.costs.steal}, {"join", outcome.costs.join}}}};
  if (outcome.workOnAll > 0)
    document["workOnAllProcessorsMicroseconds"] = outcome.workOnAll;
  for (const Simulation &simulation : outcome.simulations)
    document["simulations"].push_back({{"ranks", simulation.ranks},
                                       {"workers", simulation.workers},
                                       {"microseconds", simulation.elapsed},
                                       {"promotions", simulation.promotions},
                                       {"steals", simulation.steals},
                                       {"pieces", simulation.pieces}});
  for (const Comparison &comparison : outcome.comparisons)
    document["comparisons"].push_back({{"what", comparison.what},
                                       {"workers", comparison.workers},
                                       {"measured", comparison.measured},
                                       {"predicted", comparison.predicted},
                                       {"error", comparison.error()}});
  std::printf("%s\n", document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

/// Adds what new runs say. False if the program cannot be run. Runs and recordings take turns, so that a machine that
/// changes its speed changes both.
bool check(const Options &options, const Model &model, Outcome &outcome) {
  const Recording &recording = model.source();
  unsigned workers = recording.processors;
  bool needsRecordings = recording.workers < workers;
  std::vector<Time> measured, predicted, work;
  for (unsigned run = 0; run < options.runs; ++run) {
    std::optional<Time> time = runAnew(recording, workers);
    if (!time)
      return false;
    measured.push_back(*time);
    if (!needsRecordings)
      continue;
    std::optional<Model> onAll = recordAnew(recording, workers);
    if (!onAll)
      return false;
    predicted.push_back(onAll->predict(workers).elapsed);
    work.push_back(onAll->measures.work);
    outcome.lost += onAll->lost();
  }
  outcome.comparisons.push_back({"a new run", workers, median(measured), model.predict(workers).elapsed});
  if (needsRecordings) {
    outcome.workOnAll = median(work);
    outcome.comparisons.push_back(
        {"a new run, predicted from traces of all workers,", workers, median(measured), median(predicted)});
  }
  return true;
}

/// All numbers of workers, or in ranks those of the recording.
void chooseWorkers(Options &options, const Recording &recording) {
  if (!options.workers.empty())
    return;
  if (!options.ranks.empty())
    options.workers = {recording.workers};
  else
    for (unsigned workers = 1; workers <= MostWorkers; workers *= 2)
      options.workers.push_back(workers);
}

/// Says so if they are too many.
bool fitInMemory(const Options &options) {
  for (unsigned ranks : options.ranks)
    for (unsigned workers : options.workers)
      if (uint64_t{ranks} * workers > MostInAll) {
        std::fprintf(stderr,
                     "tactus: error: %u ranks of %s are more than can be simulated; give at most %llu workers in all\n",
                     ranks, driver::counted(workers, "worker").c_str(), static_cast<unsigned long long>(MostInAll));
        return false;
      }
  return true;
}

void predictAll(const Options &options, const Model &model, Outcome &outcome) {
  Network network = options.network;
  network.beat = Network::Heartbeats * model.source().heartbeat;
  for (unsigned ranks : outcome.hasRanks ? options.ranks : std::vector<unsigned>{1})
    for (unsigned workers : options.workers) {
      network.ranks = ranks;
      outcome.simulations.push_back(model.predict(workers, network));
    }
}

int simulateFile(Options options) {
  driver::Progress progress("reading the trace");
  Recording recording;
  if (std::string problem = readRecording(options.trace, recording); !problem.empty()) {
    progress.end();
    std::fprintf(stderr, "tactus: error: %s\n", problem.c_str());
    return driver::Failed;
  }
  if (!recording.gaps.empty())
    progress.end();
  warnOfGaps(options.trace, recording);
  progress.now("simulating the run");
  Model model(std::move(recording));
  const Recording &source = model.source();
  chooseWorkers(options, source);
  if (!fitInMemory(options))
    return driver::BadUsage;
  Outcome outcome{model.measures, model.ends, model.costs, {}, {}, model.lost(), !options.ranks.empty(), 0};
  predictAll(options, model, outcome);
  outcome.comparisons.push_back(
      {"the recorded run", source.workers, source.end, model.predict(source.workers).elapsed});
  int status = 0;
  progress.now("running the program anew");
  bool isRunAnew = !options.check || check(options, model, outcome);
  progress.end();
  if (!isRunAnew) {
    std::fprintf(stderr, "tactus: error: '%s' cannot be run again in '%s' with success; record it anew\n",
                 source.program.c_str(), source.directory.c_str());
    status = driver::Failed;
  }
  options.asJson ? printJson(source, outcome) : printText(source, outcome);
  return status;
}

} // namespace

int runSimulate(std::vector<std::string> arguments) {
  Options options;
  CLI::App app{"Predict from a trace (TACTUS_TRACE=FILE.json) how long the program takes with other numbers of workers",
               "tactus simulate"};
  app.formatter(std::make_shared<driver::Help>());
  app.add_option("TRACE", options.trace, "The trace's file")->required();
  app.add_option("--workers", options.workers, "Numbers of workers, such as 1,2,64")
      ->type_name("LIST:UINT")
      ->delimiter(',')
      ->check(CLI::Range(1u, MostWorkers));
  app.add_option("--ranks", options.ranks,
                 "Numbers of ranks of an MPI job, each with as many workers, such as 2,64,4096")
      ->type_name("LIST:UINT")
      ->delimiter(',')
      ->check(CLI::Range(1u, MostRanks));
  app.add_option("--latency", options.network.latency, "Microseconds from one rank to another")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--bandwidth", options.network.bytesPerMicrosecond, "Megabytes a second from one rank to another")
      ->capture_default_str()
      ->check(CLI::Range(1e-3, 1e9));
  app.add_option("--bytes", options.network.bytes, "Of a piece's captures, and of its result")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e15));
  app.add_flag("--check", options.check, "Run the program anew on all processors and compare");
  app.add_option("--runs", options.runs, "How often --check runs it, for the median")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1000u));
  app.add_flag("--json", options.asJson, "Print JSON");
  if (std::optional<int> status = driver::parseCommandLine(app, std::move(arguments)))
    return *status;
  return simulateFile(std::move(options));
}

} // namespace tactus::trace
