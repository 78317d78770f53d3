//===- top_command.cpp - tactus top ---------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tactus top PID [--interval SECONDS] [--count N]
//
// Of the process that has started the ranks of a job of MPI it lists those on this machine. Of any other it shows what
// its threads do, and where it is promoted. It reads the trace that the program writes, which is whole at every moment
// (runtime/observe/trace_file.h), again and again: nothing in the program changes by being watched, and a program
// without a trace cannot be.
//
//===----------------------------------------------------------------------===//
#include "command_line.h"
#include "commands.h"
#include "help.h"
#include "recording.h"
#include "running_process.h"
#include "screen.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

namespace tactus::trace {

namespace {

constexpr size_t PlacesShown = 12;
/// Of names in tables, where lines have room for them and where they have not.
constexpr int PlaceWidth = 28, ThreadWidth = 20, NarrowThreadWidth = 12;
constexpr size_t TableWidth = 64, LeastPlaceWidth = 10, LeastWidth = 20;
/// A file that is being written may be read between two lines that belong together; then it is read again.
constexpr int Attempts = 5;

struct Options {
  unsigned process = 0;
  double interval = 1;
  unsigned count = 0; // 0: until the program ends
};

/// What is shown of a thread, and of a place, in a stretch of time.
struct ThreadShare {
  Time busy = 0, waiting = 0, idle = 0, mpi = 0;
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
  case Slice::Mpi:
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

  /// As much as the screen has room for, the first lines first.
  void print(unsigned process, const Screen &screen) const {
    const size_t width = std::max(screen.columns(), LeastWidth);
    Time length = std::max(stretch.end - stretch.begin, 1.0);
    std::array<char, 80> numbers{};
    std::snprintf(numbers.data(), numbers.size(), " (%u): %.1f s, %s, %.0f promotions a second", process,
                  stretch.end / 1e6, driver::counted(recording.workers, "worker").c_str(),
                  static_cast<double>(promotions) / length * 1e6);
    std::string text = driver::wrapped(recording.program + numbers.data(), 2, 0, width) + "\n\n";
    text += threadTable(length, width) + placeTable(width);
    if (recording.isThinned)
      text +=
          note("The trace is half full, and is thinned out from here on: a larger TACTUS_TRACE_MB shows more.", width);
    text += "\n";
    // The last line is the cursor's.
    size_t end = 0;
    for (size_t line = 1; line < screen.rows() && end < text.size(); ++line)
      end = text.find('\n', end) + 1;
    std::fwrite(text.data(), 1, end, stdout);
    std::fflush(stdout);
  }

private:
  static std::string note(const char *text, size_t width) { return "\n" + driver::wrapped(text, 0, 0, width) + "\n"; }

  template <typename... Values> static std::string line(const char *format, Values... values) {
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
  }

  /// The end of a name says which line it is.
  static std::string fitted(const std::string &name, size_t room) {
    return name.size() <= room ? name : ".." + name.substr(name.size() - room + 2);
  }

  [[nodiscard]] std::string threadTable(Time length, size_t width) const {
    const int nameWidth = width < TableWidth ? NarrowThreadWidth : ThreadWidth;
    const size_t used = static_cast<size_t>(nameWidth) + 3 * 7 + 2;
    const bool hasPlaces = width >= used + LeastPlaceWidth;
    std::string text =
        line("%-*s %6s %6s %6s%s\n", nameWidth, "thread", "busy", "waits", "idle", hasPlaces ? "  at" : "");
    for (size_t i = 0; i < threads.size(); ++i) {
      const ThreadShare &share = threads[i];
      text += line("%-*s %5.0f%% %5.0f%% %5.0f%%", nameWidth, recording.tracks[i].name.c_str(),
                   100 * share.busy / length, 100 * share.waiting / length, 100 * share.idle / length);
      if (hasPlaces)
        text += "  " + (share.place < 0
                            ? ""
                            : fitted(recording.places[static_cast<size_t>(share.place)].shortName(), width - used));
      text += "\n";
    }
    return text;
  }

  [[nodiscard]] std::string placeTable(size_t width) const {
    std::vector<size_t> busiest = busiestPlaces();
    if (busiest.empty())
      return note("Nothing was promoted since the last look: all threads were busy, or nothing was latent.", width);
    // Where there is no room beside the numbers, names have lines of their own.
    const bool isNarrow = width < TableWidth;
    const int nameWidth = isNarrow ? 0 : PlaceWidth + 1, numberWidth = isNarrow ? 11 : 12;
    std::string text = isNarrow ? "\nplace\n" : "\n";
    text += line("%-*s%*s%11s%11s\n", nameWidth, isNarrow ? "" : "place", numberWidth, "promotions", "tasks", "stolen");
    for (size_t place : busiest) {
      std::string name = recording.places[place].kind + " " + recording.places[place].shortName();
      if (isNarrow || name.size() > PlaceWidth)
        text += fitted(std::exchange(name, ""), width) + "\n";
      text += line("%-*s%*llu%11llu%11llu\n", nameWidth, name.c_str(), numberWidth,
                   static_cast<unsigned long long>(places[place].promotions),
                   static_cast<unsigned long long>(places[place].tasks),
                   static_cast<unsigned long long>(places[place].stolen));
    }
    return text;
  }

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
  const Screen screen;
  Recording recording;
  Stretch shown;
  auto show = [&] { View(recording, shown).print(options.process, screen); };
  for (unsigned round = 0; (options.count == 0 || round < options.count) && isRunning(options.process); ++round) {
    while (Screen::waitOrResize(options.interval))
      if (!recording.tracks.empty()) {
        screen.clear();
        show();
      }
    std::error_code ignored;
    screen.clear();
    // The file is opened by the first computation, and gone with "cwd" when the process is.
    if (!std::filesystem::exists(path, ignored)) {
      if (!isRunning(options.process))
        break;
      std::printf("process %u has not begun to compute\n", options.process);
      std::fflush(stdout);
      continue;
    }
    std::string problem = readAsItGrows(path, recording);
    if (!problem.empty() && isRunning(options.process)) {
      std::fprintf(stderr, "tactus: error: %s\n", problem.c_str());
      return driver::Failed;
    }
    if (!problem.empty())
      break;
    Time now = lastMoment(recording);
    // Nothing new: the program computes nothing, or what it does is no longer recorded.
    shown = {now > shown.end ? std::max(shown.end, now - options.interval * 1e6) : now, now};
    show();
  }
  if (!isRunning(options.process))
    std::printf("process %u has ended\n", options.process);
  return 0;
}

/// A rank's share of the time since the last look, of all of its threads.
struct RankLine {
  std::string program;
  unsigned workers = 0;
  Stretch stretch;
  ThreadShare share;
};

RankLine lookAt(const Recording &recording, double interval) {
  RankLine line{recording.program, recording.workers, {}, {}};
  line.stretch.end = lastMoment(recording);
  line.stretch.begin = std::max(0.0, line.stretch.end - interval * 1e6);
  for (const Track &track : recording.tracks) {
    ThreadShare share = shareOf(track, line.stretch);
    line.share.busy += share.busy;
    line.share.waiting += share.waiting;
    line.share.idle += share.idle;
    for (const Slice &slice : track.slices)
      if (slice.kind == Slice::Mpi)
        line.share.mpi += line.stretch.overlap(slice);
  }
  return line;
}

void printRank(const RunningProcess &process, double interval) {
  Recording recording;
  std::error_code ignored;
  bool isThere = std::filesystem::exists(process.trace(), ignored) &&
                 readAsItGrows(process.trace(), recording).empty() && !recording.tracks.empty();
  if (!isThere) {
    std::printf("%5llu %8u  has not begun to compute\n", static_cast<unsigned long long>(process.rank()),
                process.number());
    return;
  }
  RankLine line = lookAt(recording, interval);
  // Of a worker's time; threads that lend their place wait beside it.
  Time whole = std::max(line.stretch.end - line.stretch.begin, 1.0) * line.workers;
  std::printf("%5llu %8u %9u %8.1f %5.0f%% %5.0f%% %5.0f%%  %s\n", static_cast<unsigned long long>(process.rank()),
              process.number(), line.workers, line.stretch.end / 1e6, 100 * line.share.busy / whole,
              100 * line.share.mpi / whole, 100 * line.share.idle / whole, line.program.c_str());
}

/// The ranks that a launcher has started on this machine, a line each.
int watchJob(const Options &options) {
  const Screen screen;
  for (unsigned round = 0; (options.count == 0 || round < options.count) && isRunning(options.process); ++round) {
    while (Screen::waitOrResize(options.interval))
      ;
    std::vector<RunningProcess> ranks = ranksBelow(options.process);
    if (ranks.empty())
      continue;
    screen.clear();
    std::printf("%5s %8s %9s %8s %6s %6s %6s  %s\n", "rank", "process", "workers", "seconds", "busy", "MPI", "idle",
                "program");
    // The last line is the cursor's.
    for (size_t index = 0; index < ranks.size() && index + 2 < screen.rows(); ++index)
      printRank(ranks[index], options.interval);
    std::fflush(stdout);
  }
  if (!isRunning(options.process))
    std::printf("process %u has ended\n", options.process);
  return 0;
}

} // namespace

int runTop(std::vector<std::string> arguments) {
  CLI::App app{
      "Show what the threads of a running program do, and where it is promoted, or list the ranks that mpirun has "
      "started.\nThe program has to be started with TACTUS_TRACE=FILE.json, with %r in the name for several ranks.",
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
  if (!isRunning(options.process)) {
    std::fprintf(stderr,
                 "tactus: error: there is no process %u that you may look at; give the number of a running one\n",
                 options.process);
    return driver::Failed;
  }
  if (!RunningProcess(options.process).isRank() && !ranksBelow(options.process).empty())
    return watchJob(options);
  std::filesystem::path path = RunningProcess(options.process).trace();
  if (path.empty()) {
    std::fprintf(stderr, "tactus: error: process %u writes no trace; start it with TACTUS_TRACE=FILE.json\n",
                 options.process);
    return driver::Failed;
  }
  return watch(options, path);
}

} // namespace tactus::trace
