//===- recording.cpp - what a trace file says -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "recording.h"
#include "fields.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>
#include <unordered_set>

namespace tactus::trace {

using nlohmann::json;

std::string Place::shortName() const {
  std::string name = file.substr(file.rfind('/') + 1);
  return line == 0 ? name : name + ":" + std::to_string(line);
}

namespace {

/// What is open on a thread while its lines are read.
struct OpenTrack {
  size_t index = 0;
  std::vector<size_t> slices;
  /// The strands that the thread is in, the innermost last.
  std::vector<size_t> strands;
  std::unordered_map<uint64_t, int> places, regions;
  std::vector<StackPart> lastParts;
  /// When its last slice began or ended.
  Time lastSlice = 0;
};

class Reader {
  Recording &recording;
  Time limit;
  uint64_t process = 0;
  std::map<uint64_t, OpenTrack> threads;
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>, int> knownPlaces, knownRegions;
  std::unordered_set<uint64_t> promoted;
  /// Number of a call of MPI → its index in Recording::regions.
  std::map<uint64_t, int> mpiCalls;

public:
  Reader(Recording &target, Time end) : recording(target), limit(end) {}

  /// One line. Throws Damage for what no program of ours writes.
  void read(const Fields &event);
  void finish();
  [[nodiscard]] bool isTrace() const { return process != 0; }

private:
  OpenTrack &threadOf(const Fields &event);
  void readMetadata(const Fields &event);
  void readThread(const Fields &event);
  void readPlace(const Fields &event, bool isRegion);
  void readRegionSum(const Fields &event);
  int mpiCall(uint64_t number, std::string_view function);
  void readSite(const Fields &event);
  void addShortCalls();
  /// A beat, or what a promotion says about it, whose part of the stack is of task `knownTask`.
  void readBeat(OpenTrack &thread, const Fields &arguments, Time time, uint64_t knownTask);
  void readLost(const Fields &event);
  void addLost(OpenTrack &thread, Time at, Time time);
  void readPromotion(const Fields &event);
  void readTask(OpenTrack &thread, const Fields &arguments, Slice &slice);
  void beginSlice(const Fields &event);
  void endSlice(const Fields &event);
  Time sliceTime(OpenTrack &thread, const Fields &event);
  int placeOf(const OpenTrack &thread, uint64_t number) const;
  StackPart partOf(const OpenTrack &thread, const json &part) const;
  size_t strandOf(OpenTrack &thread, uint64_t task);
};

constexpr double LargestNanoseconds = LargestTime * 1000;

OpenTrack &Reader::threadOf(const Fields &event) {
  uint64_t number = event.whole("tid", 0, UINT32_MAX);
  auto [entry, isNew] = threads.try_emplace(number);
  if (isNew) {
    entry->second.index = recording.tracks.size();
    recording.tracks.push_back({"thread " + std::to_string(number), number, false, {}, {}, -1});
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

void Reader::readMetadata(const Fields &event) {
  if (process != 0)
    throw Damage{"a second program begins in the same file"};
  Fields arguments = event.fields("args");
  recording.workers = static_cast<unsigned>(arguments.whole("workers", 1, abi::MaximalWorkers));
  recording.processors = static_cast<unsigned>(arguments.whole("processors", 1, 1 << 20));
  recording.heartbeat = arguments.number("heartbeat", 1e6);
  recording.tokens = arguments.whole("tokens", 1, abi::MaximalTokens);
  recording.classicTokens = arguments.flag("classic");
  recording.directory = arguments.text("directory");
  for (const json &word : arguments.list("command")) {
    if (!word.is_string())
      throw Damage{"'command' holds what is no text"};
    recording.command.push_back(word);
  }
  // Older traces say nothing of ranks.
  if (arguments.has("rank")) {
    recording.rank = {arguments.whole("rank", 0, UINT32_MAX), arguments.whole("ranks", 1, UINT32_MAX),
                      arguments.text("host"), arguments.whole("began", 0, INT64_MAX),
                      arguments.whole("day", 0, INT64_MAX)};
    if (recording.rank.number >= recording.rank.count)
      throw Damage{"'rank' is not among 'ranks'"};
  }
  process = event.whole("pid", 1, UINT32_MAX);
}

void Reader::readThread(const Fields &event) {
  Track &track = recording.tracks[threadOf(event).index];
  track.name = event.fields("args").text("name");
  track.isWorker = track.name.starts_with("worker");
}

void Reader::readPlace(const Fields &event, bool isRegion) {
  Fields arguments = event.fields("args");
  Place place{isRegion ? "region" : arguments.text("kind"),
              arguments.text("file"),
              arguments.text("function"),
              static_cast<unsigned>(arguments.whole("line", 0, UINT32_MAX)),
              static_cast<unsigned>(arguments.whole("column", 0, UINT32_MAX)),
              !isRegion && arguments.flag("leaf")};
  std::vector<Place> &places = isRegion ? recording.regions : recording.places;
  // A descriptor for each copy of a function, or for each thread that has named it: one place.
  auto [entry, isNew] =
      (isRegion ? knownRegions : knownPlaces)
          .try_emplace({place.file, place.line, place.column, place.kind}, static_cast<int>(places.size()));
  if (isNew)
    places.push_back(std::move(place));
  OpenTrack &thread = threadOf(event);
  if (isRegion)
    thread.regions[arguments.whole("region")] = entry->second;
  else
    thread.places[arguments.whole("place")] = entry->second;
}

int regionOf(const OpenTrack &thread, const Fields &arguments) {
  auto found = thread.regions.find(arguments.whole("region"));
  if (found == thread.regions.end())
    throw Damage{"'region' is none that the thread has named"};
  return found->second;
}

RegionRunner runnerOf(const Fields &arguments) {
  static const std::map<std::string_view, RegionRunner> runners{
      {"libomp", RegionRunner::Libomp}, {"strands", RegionRunner::Strands}, {"phases", RegionRunner::Phases}};
  auto found = runners.find(arguments.text("by"));
  if (found == runners.end())
    throw Damage{"'by' says none of libomp, strands and phases"};
  return found->second;
}

void Reader::readRegionSum(const Fields &event) {
  OpenTrack &thread = threadOf(event);
  Fields arguments = event.fields("args");
  Time at = event.number("ts");
  recording.tracks[thread.index].regionSums.push_back(
      {regionOf(thread, arguments), runnerOf(arguments), arguments.whole("entries", 1, MostIterations), at,
       arguments.number("time", LargestNanoseconds) / 1000, arguments.has("from") ? arguments.number("from", at) : -1});
}

/// A call is known by its number from the first slice on; what is known of its place comes at the end.
int Reader::mpiCall(uint64_t number, std::string_view function) {
  auto [entry, isNew] = mpiCalls.try_emplace(number, static_cast<int>(recording.regions.size()));
  if (isNew)
    recording.regions.push_back({"call", "?", std::string(function), 0, static_cast<unsigned>(number), false});
  return entry->second;
}

void Reader::readSite(const Fields &event) {
  Fields arguments = event.fields("args");
  MpiSite site;
  uint64_t number = arguments.whole("site", 1, UINT32_MAX);
  site.region = static_cast<size_t>(mpiCall(number, arguments.text("function")));
  site.file = arguments.text("file");
  site.caller = arguments.text("caller");
  site.address = arguments.whole("at");
  site.calls = arguments.whole("calls", 0, MostIterations);
  site.time = arguments.number("time", LargestNanoseconds) / 1000;
  recording.regions[site.region].file = site.file;
  recording.sites.push_back(std::move(site));
}

/// Calls that were too short for a slice are in the sums of their site. Their time is given to the main thread, unless
/// others call MPI, too: then nobody knows whose it was.
void Reader::addShortCalls() {
  Track *main = nullptr;
  std::map<size_t, Time> inSlices;
  std::map<size_t, uint64_t> slices;
  for (Track &track : recording.tracks)
    for (const Slice &slice : track.slices)
      if (slice.kind == Slice::Mpi) {
        if (track.name != "main thread")
          return;
        inSlices[static_cast<size_t>(slice.region)] += slice.end - slice.begin;
        ++slices[static_cast<size_t>(slice.region)];
      }
  for (Track &track : recording.tracks)
    if (track.name == "main thread")
      main = &track;
  for (const MpiSite &site : recording.sites) {
    Time rest = site.time - inSlices[site.region];
    uint64_t calls = site.calls - std::min(site.calls, slices[site.region]);
    if (main && rest > 0 && calls > 0)
      main->regionSums.push_back({static_cast<int>(site.region), RegionRunner::Mpi, calls, recording.end, rest, -1});
  }
}

StackPart Reader::partOf(const OpenTrack &thread, const json &part) const {
  if (!part.is_array() || part.size() < 2 || part.size() > 4)
    throw Damage{"'parts' holds what is no list of two to four numbers"};
  StackPart result;
  result.place = placeOf(thread, readWhole(part[0], "parts", 0, AnyNumber));
  result.address = readSigned(part[1], "parts");
  result.isLoop = part.size() == 4;
  // Of a fork it is a hash.
  if (part.size() > 2)
    result.iteration = readWhole(part[2], "parts", 0, result.isLoop ? MostIterations : AnyNumber);
  if (result.isLoop)
    result.end = readWhole(part[3], "parts", 0, MostIterations);
  return result;
}

void Reader::readBeat(OpenTrack &thread, const Fields &arguments, Time time, uint64_t knownTask) {
  thread.lastParts.resize(std::min<size_t>(thread.lastParts.size(), arguments.wholeOr("same", 0)));
  for (const json &part : arguments.list("parts"))
    thread.lastParts.push_back(partOf(thread, part));
  StrandEvent beat;
  beat.kind = StrandEvent::Beat;
  beat.time = time;
  beat.parts = thread.lastParts;
  beat.gap = arguments.numberOr("gap", 0, LargestNanoseconds) / 1000;
  beat.charged = arguments.numberOr("charged", 0, LargestNanoseconds) / 1000;
  beat.lost = arguments.numberOr("lost", 0, LargestNanoseconds) / 1000;
  beat.chunk = arguments.wholeOr("chunk", beat.chunk);
  recording.strands[strandOf(thread, arguments.wholeOr("task", knownTask))].events.push_back(std::move(beat));
}

void Reader::readLost(const Fields &event) {
  addLost(threadOf(event), event.number("ts"), event.fields("args").number("lost", LargestNanoseconds) / 1000);
}

/// Of what the thread is in, so much has been no work.
void Reader::addLost(OpenTrack &thread, Time at, Time time) {
  StrandEvent lost;
  lost.kind = StrandEvent::Lost;
  lost.time = at;
  lost.lost = time;
  if (thread.strands.empty() && recording.tracks[thread.index].isWorker)
    return;
  size_t running = thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back();
  recording.strands[running].events.push_back(std::move(lost));
}

void Reader::readPromotion(const Fields &event) {
  OpenTrack &thread = threadOf(event);
  Fields arguments = event.fields("args");
  StrandEvent promotion;
  promotion.kind = StrandEvent::Promotion;
  promotion.time = event.number("ts");
  uint64_t owner = arguments.wholeOr("by", 0);
  if (arguments.has("beat"))
    readBeat(thread, arguments.fields("beat"), promotion.time, owner);
  promotion.duration = event.number("dur");
  promotion.join = arguments.whole("join");
  promotion.level = static_cast<unsigned>(arguments.wholeOr("level", 0, UINT32_MAX));
  promotion.hasAddress = arguments.has("at");
  StackPart part;
  part.place = placeOf(thread, arguments.whole("place"));
  part.address = promotion.hasAddress ? arguments.signedWhole("at") : 0;
  for (const json &task : arguments.list("tasks")) {
    if (!task.is_array() || (task.size() != 1 && task.size() != 3))
      throw Damage{"'tasks' holds what is no list of one or three numbers"};
    part.isLoop = task.size() == 3;
    PromotedTask made;
    made.number = readWhole(task[0], "tasks", 1, AnyNumber);
    if (part.isLoop) {
      made.begin = readWhole(task[1], "tasks", 0, MostIterations);
      made.end = readWhole(task[2], "tasks", made.begin, MostIterations);
    }
    // Numbers go up, so that no task is its own ancestor.
    if (made.number <= owner)
      throw Damage{"task " + std::to_string(owner) + " promotes task " + std::to_string(made.number) +
                   ", which is older"};
    if (!promoted.insert(made.number).second)
      throw Damage{"task " + std::to_string(made.number) + " is promoted twice"};
    promotion.tasks.push_back(made);
  }
  if (promotion.tasks.empty())
    throw Damage{"'tasks' is empty"};
  // The frame keeps what lies before.
  part.end = promotion.tasks.front().begin;
  promotion.parts.push_back(part);
  size_t running = thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back();
  recording.strands[running].overhead += promotion.duration;
  recording.strands[strandOf(thread, owner)].events.push_back(std::move(promotion));
}

/// Slices nest because a thread's lines come in the order of time.
Time Reader::sliceTime(OpenTrack &thread, const Fields &event) {
  Time time = event.number("ts");
  if (time < thread.lastSlice)
    throw Damage{"'ts' is before that of the thread's line before"};
  return thread.lastSlice = time;
}

void Reader::readTask(OpenTrack &thread, const Fields &arguments, Slice &slice) {
  slice.strand = static_cast<int>(recording.strands.size());
  Strand strand;
  strand.task = arguments.whole("task", 1);
  strand.track = static_cast<int>(thread.index);
  strand.place = placeOf(thread, arguments.whole("place"));
  strand.isStolen = arguments.has("stolen") && arguments.flag("stolen");
  strand.isLoop = arguments.has("begin");
  if (strand.isLoop) {
    strand.begin = arguments.whole("begin", 0, MostIterations);
    strand.end = arguments.whole("end", strand.begin, MostIterations);
  }
  strand.start = slice.begin;
  strand.finish = -1;
  if (!recording.strandOfTask.try_emplace(strand.task, recording.strands.size()).second)
    throw Damage{"task " + std::to_string(strand.task) + " begins twice"};
  thread.strands.push_back(recording.strands.size());
  recording.strands.push_back(std::move(strand));
}

void Reader::beginSlice(const Fields &event) {
  static const std::map<std::string_view, Slice::Kind> kinds{{"computation", Slice::Computation},
                                                             {"loop", Slice::Task},
                                                             {"fork", Slice::Task},
                                                             {"task", Slice::Task},
                                                             {"join", Slice::Join},
                                                             {"wait", Slice::Wait},
                                                             {"idle", Slice::Idle},
                                                             {"asleep", Slice::Asleep},
                                                             {"region", Slice::Region},
                                                             {"mpi", Slice::Mpi}};
  OpenTrack &thread = threadOf(event);
  std::string_view name = event.text("name");
  auto kind = kinds.find(name.substr(0, name.find(' ')));
  if (kind == kinds.end())
    return;
  Slice slice{kind->second, sliceTime(thread, event), -1, -1, 0, static_cast<unsigned>(thread.slices.size())};
  if (slice.kind == Slice::Task) {
    readTask(thread, event.fields("args"), slice);
  } else if (slice.kind == Slice::Join) {
    slice.join = event.fields("args").whole("join");
    StrandEvent join;
    join.kind = StrandEvent::JoinBegin;
    join.time = slice.begin;
    join.join = slice.join;
    slice.strand = static_cast<int>(thread.strands.empty() ? strandOf(thread, 0) : thread.strands.back());
    recording.strands[static_cast<size_t>(slice.strand)].events.push_back(std::move(join));
  } else if (slice.kind == Slice::Wait) {
    slice.join = event.fields("args").whole("join");
  } else if (slice.kind == Slice::Region) {
    slice.region = regionOf(thread, event.fields("args"));
  } else if (slice.kind == Slice::Mpi) {
    slice.region = mpiCall(event.fields("args").whole("site", 1, UINT32_MAX), name.substr(name.find(' ') + 1));
    slice.runner = RegionRunner::Mpi;
  }
  Track &track = recording.tracks[thread.index];
  thread.slices.push_back(track.slices.size());
  track.slices.push_back(slice);
}

void Reader::endSlice(const Fields &event) {
  OpenTrack &thread = threadOf(event);
  Time time = sliceTime(thread, event);
  if (thread.slices.empty())
    return;
  Slice &slice = recording.tracks[thread.index].slices[thread.slices.back()];
  thread.slices.pop_back();
  slice.end = std::min(time, limit);
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
  } else if (slice.kind == Slice::Region && event.has("args")) {
    slice.runner = runnerOf(event.fields("args"));
  } else if (slice.kind == Slice::Mpi) {
    // No work of the strand's.
    addLost(thread, slice.end, slice.end - slice.begin);
  }
}

void Reader::read(const Fields &event) {
  const std::string &phase = event.text("ph");
  if (process != 0 && event.whole("pid") != process)
    throw Damage{"'pid' is that of another process"};
  if (phase == "E")
    return endSlice(event);
  Time time = event.numberOr("ts", 0);
  if (time > limit)
    return;
  recording.end = std::max(recording.end, std::min(time + event.numberOr("dur", 0), LargestTime));
  if (phase == "B")
    return beginSlice(event);
  if (phase == "X")
    return readPromotion(event);
  if (phase != "M")
    return; // counters and arrows are for viewers
  const std::string &name = event.text("name");
  if (name == "tactus_beat")
    readBeat(threadOf(event), event.fields("args"), event.number("ts"), 0);
  else if (name == "tactus_lost")
    readLost(event);
  else if (name == "tactus_place")
    readPlace(event, false);
  else if (name == "tactus_region")
    readPlace(event, true);
  else if (name == "tactus_regions")
    readRegionSum(event);
  else if (name == "tactus_site")
    readSite(event);
  else if (name == "thread_name")
    readThread(event);
  else if (name == "process_name")
    recording.program = event.fields("args").text("name");
  else if (name == "tactus_process")
    readMetadata(event);
}

/// Closes what the end of the process has left open.
void Reader::finish() {
  for (Track &track : recording.tracks)
    for (Slice &slice : track.slices)
      if (slice.end < 0)
        slice.end = recording.end;
  addShortCalls();
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
        from = std::min(from, std::max(std::strtod(line.c_str() + at + 5, nullptr), 0.0));
  file.clear();
  file.seekg(0);
  return from;
}

/// What the last line says of the whole file, against where it stands now.
void readEnd(const Fields &arguments, uint64_t position, Recording &recording) {
  recording.isComplete = true;
  recording.dropped = arguments.whole("dropped");
  if (!arguments.has("at"))
    recording.gaps.emplace_back("it was written by an older libtactus, which does not say how long it was; lines that "
                                "are missing go unnoticed");
  else if (uint64_t at = arguments.whole("at"); at != position)
    recording.gaps.push_back("it has been changed: " + std::to_string(position > at ? position - at : at - position) +
                             (position > at ? " bytes more" : " bytes less") +
                             " than were written; record it anew, or take the results with care");
}

/// What a reader has to know who goes by the results.
void findGaps(Recording &recording) {
  if (!recording.isComplete)
    recording.gaps.emplace_back("its end is missing: the program was killed, or the file has been cut; results are "
                                "about what is in it");
  if (recording.unreadable > 0)
    recording.gaps.push_back(std::to_string(recording.unreadable) + " lines cannot be read and are left out");
  if (recording.dropped > 0)
    recording.gaps.push_back(std::to_string(recording.dropped) +
                             " lines found no room; TACTUS_TRACE_MB=256 makes more");
}

} // namespace

std::string readRecording(const std::string &path, Recording &recording) {
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof())
    return "cannot read '" + path +
           "': " + (errno && !file.is_open() ? std::strerror(errno) : "it is empty, or no file") +
           "; make one with TACTUS_TRACE=FILE.json";
  Time limit = thinnedFrom(file);
  recording.isThinned = limit < std::numeric_limits<Time>::infinity();
  Reader reader(recording, limit);
  uint64_t position = 0, number = 0;
  for (std::string line; std::getline(file, line); position += line.size() + 1) {
    ++number;
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
      Fields fields(event, "line");
      if (fields.has("name") && fields.text("name") == "tactus_end")
        readEnd(fields.fields("args"), position, recording);
      reader.read(fields);
    } catch (const Damage &damage) {
      return "'" + path + "', line " + std::to_string(number) + ": " + damage.what +
             "; the file is damaged, record it anew with TACTUS_TRACE=FILE.json";
    }
  }
  if (!reader.isTrace())
    return "'" + path + "' is no trace of a Tactus program; make one with TACTUS_TRACE=FILE.json";
  reader.finish();
  findGaps(recording);
  return {};
}

void warnOfGaps(const std::string &path, const Recording &recording) {
  for (const std::string &gap : recording.gaps)
    std::fprintf(stderr, "tactus: warning: '%s': %s\n", path.c_str(), gap.c_str());
}

} // namespace tactus::trace
