//===- recording.cpp - what a trace file says -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "recording.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>

namespace tactus::trace {

using nlohmann::json;

std::string Place::shortName() const { return file.substr(file.rfind('/') + 1) + ":" + std::to_string(line); }

namespace {

/// What is open on a thread while its lines are read.
struct OpenTrack {
  size_t index = 0;
  std::vector<size_t> slices;
  /// The strands that the thread is in, the innermost last.
  std::vector<size_t> strands;
  std::unordered_map<uint64_t, int> places;
  std::vector<StackPart> lastParts;
};

class Reader {
  Recording &recording;
  Time limit;
  std::map<uint64_t, OpenTrack> threads;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, int> knownPlaces;

public:
  Reader(Recording &target, Time end) : recording(target), limit(end) {}

  void read(const json &event);
  void finish();

private:
  OpenTrack &threadOf(const json &event);
  void readMetadata(const json &event);
  void readThread(const json &event);
  void readPlace(const json &event);
  /// A beat, or what a promotion says about it, whose part of the stack is of task `knownTask`.
  void readBeat(OpenTrack &thread, const json &arguments, Time time, uint64_t knownTask);
  void readLost(const json &event);
  void readPromotion(const json &event);
  void beginSlice(const json &event);
  void endSlice(const json &event);
  int placeOf(const OpenTrack &thread, uint64_t number) const;
  StackPart partOf(const OpenTrack &thread, const json &part) const;
  size_t strandOf(OpenTrack &thread, uint64_t task);
};

OpenTrack &Reader::threadOf(const json &event) {
  uint64_t number = event.at("tid");
  auto [entry, isNew] = threads.try_emplace(number);
  if (isNew) {
    entry->second.index = recording.tracks.size();
    recording.tracks.push_back({"thread " + std::to_string(number), number, false, {}, -1});
  }
  return entry->second;
}

int Reader::placeOf(const OpenTrack &thread, uint64_t number) const {
  auto found = thread.places.find(number);
  return found == thread.places.end() ? -1 : found->second;
}

/// The strand of a task that the thread is in. That of the thread itself is made when it is first asked for.
size_t Reader::strandOf(OpenTrack &thread, uint64_t task) {
  if (task) {
    auto found = recording.strandOfTask.find(task);
    if (found != recording.strandOfTask.end())
      return found->second;
  }
  Track &track = recording.tracks[thread.index];
  if (track.root < 0) {
    track.root = static_cast<int>(recording.strands.size());
    Strand &strand = recording.strands.emplace_back();
    strand.track = static_cast<int>(thread.index);
  }
  return static_cast<size_t>(track.root);
}

void Reader::readMetadata(const json &event) {
  const json &arguments = event.at("args");
  recording.workers = arguments.at("workers");
  recording.processors = arguments.at("processors");
  recording.heartbeat = arguments.at("heartbeat");
  recording.tokens = arguments.at("tokens");
  recording.classicTokens = arguments.at("classic");
  recording.directory = arguments.at("directory");
  recording.command = arguments.at("command").get<std::vector<std::string>>();
}

void Reader::readThread(const json &event) {
  Track &track = recording.tracks[threadOf(event).index];
  track.name = event.at("args").at("name");
  track.isWorker = track.name.starts_with("worker");
}

void Reader::readPlace(const json &event) {
  const json &arguments = event.at("args");
  Place place{arguments.at("kind"), arguments.at("file"),   arguments.at("function"),
              arguments.at("line"), arguments.at("column"), arguments.at("leaf")};
  // A descriptor for each copy of a function, or for each thread that has named it: one place.
  auto [entry, isNew] = knownPlaces.try_emplace({place.file, place.line, place.column, place.kind},
                                                static_cast<int>(recording.places.size()));
  if (isNew)
    recording.places.push_back(std::move(place));
  threadOf(event).places[arguments.at("place")] = entry->second;
}

StackPart Reader::partOf(const OpenTrack &thread, const json &part) const {
  StackPart result{placeOf(thread, part.at(0)), part.at(1), part.size() == 4, 0, 0};
  if (part.size() > 2)
    result.iteration = part.at(2);
  if (result.isLoop)
    result.end = part.at(3);
  return result;
}

void Reader::readBeat(OpenTrack &thread, const json &arguments, Time time, uint64_t knownTask) {
  thread.lastParts.resize(std::min<size_t>(thread.lastParts.size(), arguments.value("same", 0)));
  for (const json &part : arguments.at("parts"))
    thread.lastParts.push_back(partOf(thread, part));
  StrandEvent beat;
  beat.kind = StrandEvent::Beat;
  beat.time = time;
  beat.parts = thread.lastParts;
  beat.gap = arguments.value("gap", 0.0) / 1000;
  beat.charged = arguments.value("charged", 0.0) / 1000;
  beat.lost = arguments.value("lost", 0.0) / 1000;
  beat.chunk = arguments.value("chunk", beat.chunk);
  recording.strands[strandOf(thread, arguments.value("task", knownTask))].events.push_back(std::move(beat));
}

void Reader::readLost(const json &event) {
  OpenTrack &thread = threadOf(event);
  StrandEvent lost;
  lost.kind = StrandEvent::Lost;
  lost.time = event.at("ts");
  lost.lost = event.at("args").at("lost").get<double>() / 1000;
  if (thread.strands.empty() && recording.tracks[thread.index].isWorker)
    return;
  size_t running = thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back();
  recording.strands[running].events.push_back(std::move(lost));
}

void Reader::readPromotion(const json &event) {
  OpenTrack &thread = threadOf(event);
  const json &arguments = event.at("args");
  StrandEvent promotion;
  promotion.kind = StrandEvent::Promotion;
  promotion.time = event.at("ts");
  uint64_t owner = arguments.value("by", uint64_t{0});
  if (arguments.contains("beat"))
    readBeat(thread, arguments.at("beat"), promotion.time, owner);
  promotion.duration = event.at("dur");
  promotion.join = arguments.at("join");
  promotion.level = arguments.value("level", 0U);
  promotion.hasAddress = arguments.contains("at");
  StackPart part;
  part.place = placeOf(thread, arguments.at("place"));
  part.address = promotion.hasAddress ? arguments.at("at").get<int64_t>() : 0;
  for (const json &task : arguments.at("tasks")) {
    part.isLoop = task.size() == 3;
    promotion.tasks.push_back(
        {task.at(0), part.isLoop ? task.at(1).get<uint64_t>() : 0, part.isLoop ? task.at(2).get<uint64_t>() : 0});
  }
  // The frame keeps what lies before.
  part.end = promotion.tasks.empty() ? 0 : promotion.tasks.front().begin;
  promotion.parts.push_back(part);
  size_t running = thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back();
  recording.strands[running].overhead += promotion.duration;
  recording.strands[strandOf(thread, owner)].events.push_back(std::move(promotion));
}

void Reader::beginSlice(const json &event) {
  static const std::map<std::string_view, Slice::Kind> kinds{{"computation", Slice::Computation},
                                                             {"loop", Slice::Task},
                                                             {"fork", Slice::Task},
                                                             {"task", Slice::Task},
                                                             {"join", Slice::Join},
                                                             {"wait", Slice::Wait},
                                                             {"idle", Slice::Idle},
                                                             {"asleep", Slice::Asleep}};
  OpenTrack &thread = threadOf(event);
  std::string_view name = event.at("name").get_ref<const std::string &>();
  auto kind = kinds.find(name.substr(0, name.find(' ')));
  if (kind == kinds.end())
    return;
  Slice slice{kind->second, event.at("ts"), -1, -1, 0, static_cast<unsigned>(thread.slices.size())};
  if (slice.kind == Slice::Task) {
    const json &arguments = event.at("args");
    slice.strand = static_cast<int>(recording.strands.size());
    Strand strand;
    strand.task = arguments.at("task");
    strand.track = static_cast<int>(thread.index);
    strand.place = placeOf(thread, arguments.at("place"));
    strand.isStolen = arguments.value("stolen", false);
    strand.isLoop = arguments.contains("begin");
    if (strand.isLoop) {
      strand.begin = arguments.at("begin");
      strand.end = arguments.at("end");
    }
    strand.start = slice.begin;
    strand.finish = -1;
    recording.strandOfTask[strand.task] = recording.strands.size();
    thread.strands.push_back(recording.strands.size());
    recording.strands.push_back(std::move(strand));
  } else if (slice.kind == Slice::Join) {
    slice.join = event.at("args").at("join");
    StrandEvent join;
    join.kind = StrandEvent::JoinBegin;
    join.time = slice.begin;
    join.join = slice.join;
    slice.strand = static_cast<int>(thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back());
    recording.strands[static_cast<size_t>(slice.strand)].events.push_back(std::move(join));
  } else if (slice.kind == Slice::Wait) {
    slice.join = event.at("args").at("join");
  }
  Track &track = recording.tracks[thread.index];
  thread.slices.push_back(track.slices.size());
  track.slices.push_back(slice);
}

void Reader::endSlice(const json &event) {
  OpenTrack &thread = threadOf(event);
  if (thread.slices.empty())
    return;
  Slice &slice = recording.tracks[thread.index].slices[thread.slices.back()];
  thread.slices.pop_back();
  slice.end = std::min(event.at("ts").get<double>(), limit);
  recording.end = std::max(recording.end, slice.end);
  if (slice.kind == Slice::Task) {
    recording.strands[static_cast<size_t>(slice.strand)].finish = slice.end;
    thread.strands.pop_back();
  } else if (slice.kind == Slice::Join) {
    StrandEvent join;
    join.kind = StrandEvent::JoinEnd;
    join.time = slice.end;
    join.join = slice.join;
    recording.strands[static_cast<size_t>(slice.strand)].events.push_back(std::move(join));
  }
}

void Reader::read(const json &event) {
  const std::string &phase = event.at("ph").get_ref<const std::string &>();
  if (phase == "E")
    return endSlice(event);
  if (event.contains("ts") && event.at("ts").get<double>() > limit)
    return;
  if (event.contains("ts"))
    recording.end = std::max(recording.end, event.at("ts").get<double>() + event.value("dur", 0.0));
  if (phase == "B")
    return beginSlice(event);
  if (phase == "X")
    return readPromotion(event);
  if (phase != "M")
    return; // counters and arrows are for viewers
  const std::string &name = event.at("name").get_ref<const std::string &>();
  if (name == "tactus_beat")
    readBeat(threadOf(event), event.at("args"), event.at("ts"), 0);
  else if (name == "tactus_lost")
    readLost(event);
  else if (name == "tactus_place")
    readPlace(event);
  else if (name == "thread_name")
    readThread(event);
  else if (name == "process_name")
    recording.program = event.at("args").at("name");
  else if (name == "tactus_process")
    readMetadata(event);
  else if (name == "tactus_end") {
    recording.isComplete = true;
    recording.dropped = event.at("args").at("dropped");
  }
}

/// Closes what the end of the process has left open.
void Reader::finish() {
  for (Track &track : recording.tracks)
    for (Slice &slice : track.slices)
      if (slice.end < 0)
        slice.end = recording.end;
  for (Strand &strand : recording.strands)
    if (strand.finish < 0)
      strand.finish = recording.end;
  // The main thread runs from the beginning, any other from when it was first seen. Threads that never promoted
  // anything have no part in the graph.
  for (auto &[number, thread] : threads) {
    Track &track = recording.tracks[thread.index];
    bool isMain = track.name == "main thread";
    if (track.root < 0 && !isMain)
      continue;
    Strand &strand = recording.strands[strandOf(thread, 0)];
    strand.start = isMain || strand.events.empty() ? 0 : strand.events.front().time;
    strand.finish = isMain || strand.events.empty() ? recording.end : strand.events.back().time;
  }
}

/// When the file began to leave events out: infinity if it did not.
Time thinnedFrom(std::ifstream &file) {
  Time from = std::numeric_limits<Time>::infinity();
  for (std::string line; std::getline(file, line);)
    if (line.find("\"tactus_thinning\"") != std::string::npos)
      if (size_t at = line.find("\"ts\":"); at != std::string::npos)
        from = std::min(from, std::strtod(line.c_str() + at + 5, nullptr));
  file.clear();
  file.seekg(0);
  return from;
}

} // namespace

std::string readRecording(const std::string &path, Recording &recording) {
  std::ifstream file(path);
  if (!file)
    return "cannot read '" + path + "': " + std::strerror(errno) + "; make one with TACTUS_TRACE=FILE.json";
  Time limit = thinnedFrom(file);
  recording.isThinned = limit < std::numeric_limits<Time>::infinity();
  Reader reader(recording, limit);
  bool isTrace = false;
  for (std::string line; std::getline(file, line);) {
    size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line[begin] == '[')
      continue;
    // The line's end is that of an array's element, or of the array.
    size_t end = line.find_last_of('}');
    json event = end == std::string::npos || line[begin] != '{'
                     ? json(nullptr)
                     : json::parse(line.begin() + static_cast<std::ptrdiff_t>(begin),
                                   line.begin() + static_cast<std::ptrdiff_t>(end) + 1, nullptr,
                                   /*allow_exceptions=*/false);
    if (!event.is_object()) {
      ++recording.unreadable;
      continue;
    }
    try {
      reader.read(event);
      isTrace = isTrace || event.value("name", "") == "tactus_process";
    } catch (const json::exception &) {
      ++recording.unreadable;
    }
  }
  if (!isTrace)
    return "'" + path + "' is no trace of a Tactus program; make one with TACTUS_TRACE=FILE.json";
  reader.finish();
  return {};
}

} // namespace tactus::trace
