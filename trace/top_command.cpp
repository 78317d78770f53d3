//===- top_command.cpp - tactus top ---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus top PID [--interval SECONDS] [--count N]
//
// Shows what the threads of a running program do, and where it is promoted. It reads the trace that the program writes,
// which is whole at every moment (runtime/observe/trace_file.h), again and again: nothing in the program changes by
// being watched, and a program without a trace cannot be.
//
//===----------------------------------------------------------------------===//
#include "command_line.h"
#include "commands.h"
#include "recording.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>

#include <unistd.h>

namespace tactus::trace {

namespace {

constexpr size_t PlacesShown = 12, PlaceWidth = 28;
/// A file that is being written may be read between two lines that belong together; then it is read again.
constexpr int Attempts = 5;

struct Options {
  unsigned process = 0;
  double interval = 1;
  unsigned count = 0; // 0: until the program ends
};

bool isRunning(unsigned process) {
  // A zombie has ended, and has no program any more.
  std::error_code problem;
  return kill(static_cast<pid_t>(process), 0) == 0 &&
         std::filesystem::exists("/proc/" + std::to_string(process) + "/exe", problem);
}

/// The name with "%p" and "%%" as the runtime reads them.
std::string expanded(const std::string &name, unsigned process) {
  std::string result;
  for (size_t i = 0; i < name.size(); ++i) {
    char next = i + 1 < name.size() ? name[i + 1] : '\0';
    if (name[i] != '%' || (next != 'p' && next != '%')) {
      result += name[i];
      continue;
    }
    result += next == 'p' ? std::to_string(process) : "%";
    ++i;
  }
  return result;
}

/// Where the process writes its trace; an empty path and why not otherwise.
std::filesystem::path traceOf(unsigned process, std::string &problem) {
  std::filesystem::path entry = "/proc/" + std::to_string(process);
  if (!isRunning(process)) {
    problem =
        "there is no process " + std::to_string(process) + " that you may look at; give the number of a running one";
    return {};
  }
  std::ifstream file(entry / "environ", std::ios::binary);
  std::string environment{std::istreambuf_iterator<char>(file), {}};
  static constexpr std::string_view Variable = "TACTUS_TRACE=";
  for (size_t at = 0; at < environment.size(); at = environment.find('\0', at) + 1) {
    if (environment.compare(at, Variable.size(), Variable) == 0) {
      std::string name = expanded(environment.c_str() + at + Variable.size(), process);
      return name.starts_with('/') ? std::filesystem::path(name) : entry / "cwd" / name;
    }
    if (environment.find('\0', at) == std::string::npos)
      break;
  }
  problem = "process " + std::to_string(process) + " writes no trace; start it with TACTUS_TRACE=FILE.json";
  return {};
}

/// What is shown of a thread, and of a place, in a stretch of time.
struct ThreadShare {
  Time busy = 0, waiting = 0, idle = 0;
  int place = -1;
};

struct PlaceCount {
  uint64_t promotions = 0, tasks = 0, stolen = 0;
};

struct Stretch {
  Time begin = 0, end = 0;

  [[nodiscard]] bool holds(Time time) const { return time >= begin && time <= end; }
  [[nodiscard]] Time overlap(const Slice &slice) const {
    return std::max(0.0, std::min(end, slice.end) - std::max(begin, slice.begin));
  }
};

Time &shareOf(ThreadShare &share, Slice::Kind kind) {
  switch (kind) {
  case Slice::Wait:
    return share.waiting;
  case Slice::Idle:
  case Slice::Asleep:
    return share.idle;
  default:
    return share.busy;
  }
}

/// Slices nest, in the order of their beginnings: what lies in another one is taken from it.
ThreadShare shareOf(const Track &track, const Stretch &stretch) {
  ThreadShare share;
  std::vector<Slice::Kind> around;
  for (const Slice &slice : track.slices) {
    around.resize(std::min<size_t>(around.size(), slice.depth));
    Time time = stretch.overlap(slice);
    if (!around.empty())
      shareOf(share, around.back()) -= time;
    shareOf(share, slice.kind) += time;
    around.push_back(slice.kind);
  }
  return share;
}

/// The last moment that any thread has written of.
Time lastMoment(const Recording &recording) {
  Time last = 0;
  for (const Strand &strand : recording.strands)
    if (!strand.events.empty())
      last = std::max(last, strand.events.back().time);
  return std::max(last, recording.isComplete ? recording.end : last);
}

class View {
  const Recording &recording;
  Stretch stretch;
  std::vector<ThreadShare> threads;
  std::vector<PlaceCount> places;
  uint64_t promotions = 0;

public:
  View(const Recording &recording, Stretch stretch)
      : recording(recording), stretch(stretch), places(recording.places.size()) {
    for (const Track &track : recording.tracks)
      threads.push_back(shareOf(track, stretch));
    std::vector<Time> latest(recording.tracks.size(), -1);
    for (const Strand &strand : recording.strands) {
      if (strand.isStolen && strand.place >= 0 && stretch.holds(strand.start))
        ++places[static_cast<size_t>(strand.place)].stolen;
      for (const StrandEvent &event : strand.events)
        note(strand, event, latest[static_cast<size_t>(strand.track)]);
    }
  }

  void print(unsigned process) const {
    Time length = std::max(stretch.end - stretch.begin, 1.0);
    std::printf("%s (%u): %.1f s, %u workers, %.0f promotions a second\n\n", recording.program.c_str(), process,
                stretch.end / 1e6, recording.workers, static_cast<double>(promotions) / length * 1e6);
    std::printf("%-20s %6s %6s %6s  %s\n", "thread", "busy", "waits", "idle", "at");
    for (size_t i = 0; i < threads.size(); ++i) {
      const ThreadShare &share = threads[i];
      std::printf("%-20s %5.0f%% %5.0f%% %5.0f%%  %s\n", recording.tracks[i].name.c_str(), 100 * share.busy / length,
                  100 * share.waiting / length, 100 * share.idle / length,
                  share.place < 0 ? "" : recording.places[static_cast<size_t>(share.place)].shortName().c_str());
    }
    std::vector<size_t> busiest = busiestPlaces();
    if (busiest.empty())
      printNote("Nothing was promoted since the last look: all threads were busy, or nothing was latent.");
    else
      std::printf("\n%-28s %12s %10s %10s\n", "place", "promotions", "tasks", "stolen");
    for (size_t place : busiest) {
      std::string name = recording.places[place].kind + " " + recording.places[place].shortName();
      if (name.size() > PlaceWidth) // a line of its own
        std::printf("%s\n", std::exchange(name, "").c_str());
      std::printf(
          "%-28s %12llu %10llu %10llu\n", name.c_str(), static_cast<unsigned long long>(places[place].promotions),
          static_cast<unsigned long long>(places[place].tasks), static_cast<unsigned long long>(places[place].stolen));
    }
    if (recording.isThinned)
      printNote("The trace is half full, and is thinned out from here on: a larger TACTUS_TRACE_MB shows more.");
    std::printf("\n");
    std::fflush(stdout);
  }

private:
  static void printNote(const char *text) { std::printf("\n%s\n", driver::wrapped(text).c_str()); }

  void note(const Strand &strand, const StrandEvent &event, Time &latest) {
    if (!stretch.holds(event.time) || event.parts.empty() || event.parts.back().place < 0)
      return;
    int place = event.parts.back().place;
    if (event.kind == StrandEvent::Promotion) {
      ++promotions;
      ++places[static_cast<size_t>(place)].promotions;
      places[static_cast<size_t>(place)].tasks += event.tasks.size();
    } else if (event.kind == StrandEvent::Beat && event.time >= latest) {
      latest = event.time;
      threads[static_cast<size_t>(strand.track)].place = place;
    }
  }

  [[nodiscard]] std::vector<size_t> busiestPlaces() const {
    std::vector<size_t> order;
    for (size_t i = 0; i < places.size(); ++i)
      if (places[i].promotions || places[i].stolen)
        order.push_back(i);
    std::ranges::sort(order, [&](size_t a, size_t b) {
      return places[a].promotions != places[b].promotions ? places[a].promotions > places[b].promotions : a < b;
    });
    order.resize(std::min(order.size(), PlacesShown));
    return order;
  }
};

std::string readAsItGrows(const std::filesystem::path &path, Recording &recording) {
  std::string problem;
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    recording = {};
    problem = readRecording(path.string(), recording);
    if (problem.empty())
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return problem;
}

int watch(const Options &options, const std::filesystem::path &path) {
  bool isTerminal = isatty(STDOUT_FILENO);
  Time shown = 0;
  for (unsigned round = 0; (options.count == 0 || round < options.count) && isRunning(options.process); ++round) {
    std::this_thread::sleep_for(std::chrono::duration<double>(options.interval));
    std::error_code ignored;
    if (isTerminal)
      std::printf("\x1b[H\x1b[J"); // home, and clear what is below
    // The file is opened by the first computation, and gone with "cwd" when the process is.
    if (!std::filesystem::exists(path, ignored)) {
      if (!isRunning(options.process))
        break;
      std::printf("process %u has not begun to compute\n", options.process);
      std::fflush(stdout);
      continue;
    }
    Recording recording;
    std::string problem = readAsItGrows(path, recording);
    if (!problem.empty() && isRunning(options.process)) {
      std::fprintf(stderr, "tactus: error: %s\n", problem.c_str());
      return driver::Failed;
    }
    if (!problem.empty())
      break;
    Time now = lastMoment(recording);
    // Nothing new: the program computes nothing, or what it does is no longer recorded.
    View(recording, {now > shown ? std::max(shown, now - options.interval * 1e6) : now, now}).print(options.process);
    shown = now;
  }
  if (!isRunning(options.process))
    std::printf("process %u has ended\n", options.process);
  return 0;
}

} // namespace

int runTop(std::vector<std::string> arguments) {
  CLI::App app{
      "Show what the threads of a running program do, and where it is promoted.\nThe program has to be started with "
      "TACTUS_TRACE=FILE.json.",
      "tactus top"};
  app.formatter(std::make_shared<driver::Help>());
  Options options;
  app.add_option("PID", options.process, "The number of the process")->required()->check(CLI::Range(1u, 1u << 30));
  app.add_option("--interval", options.interval, "Seconds between two looks")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 3600.0));
  app.add_option("--count", options.count, "Number of looks (default: until the program ends)")
      ->check(CLI::Range(1u, 1u << 30));
  if (std::optional<int> status = driver::parseCommandLine(app, std::move(arguments)))
    return *status;
  std::string problem;
  std::filesystem::path path = traceOf(options.process, problem);
  if (path.empty()) {
    std::fprintf(stderr, "tactus: error: %s\n", problem.c_str());
    return driver::Failed;
  }
  return watch(options, path);
}

} // namespace tactus::trace
