//===- lines.cpp - where the running time went, by source line ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lines.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace tactus::trace {

namespace {

/// Something that the main thread has written.
struct Moment {
  /// In this order, where the time is the same.
  enum Kind { RegionEnd, Event, RegionBegin, Sum };
  Time time = 0;
  Kind kind = Event;
  const StrandEvent *event = nullptr;
  /// Of a region's beginning: an empty one has no end.
  int region = -1;
  bool isEmpty = false;
  RegionRunner runner = RegionRunner::Unknown;
  const RegionSum *sum = nullptr;
  size_t number = 0;
};

/// One execution of a region.
struct RegionSpan {
  Time begin, end;
  int region;
  RegionRunner runner;
};

RunBy runnerOf(RegionRunner runner) {
  switch (runner) {
  case RegionRunner::Strands:
    return RunBy::Strands;
  case RegionRunner::Phases:
    return RunBy::Phases;
  case RegionRunner::Libomp:
    return RunBy::Libomp;
  case RegionRunner::Mpi:
    return RunBy::Mpi;
  case RegionRunner::Unknown:
    break;
  }
  return RunBy::Unknown;
}

/// One after the other: what overlaps, as damage may have it, is left out. One is empty if its beginning is the last
/// that the process has written.
std::vector<RegionSpan> spansOf(const Track &track) {
  std::vector<RegionSpan> spans;
  for (const Slice &slice : track.slices)
    if ((slice.kind == Slice::Region || slice.kind == Slice::Mpi) && slice.end >= slice.begin)
      spans.push_back({slice.begin, slice.end, slice.region, slice.runner});
  for (const RegionSum &sum : track.regionSums)
    if (sum.from >= 0 && sum.at >= sum.from)
      spans.push_back({sum.from, sum.at, sum.region, sum.runner});
  std::ranges::sort(spans, {}, [](const RegionSpan &one) { return std::tuple(one.begin, one.end, one.region); });
  Time until = 0;
  std::erase_if(spans, [&](const RegionSpan &span) {
    bool overlaps = span.begin < until;
    if (!overlaps)
      until = span.end;
    return overlaps;
  });
  return spans;
}

std::vector<Moment> momentsOf(const Recording &recording, const Track &track) {
  std::vector<Moment> moments;
  auto add = [&](Time time, Moment::Kind kind) -> Moment & {
    Moment &moment = moments.emplace_back();
    moment.time = time;
    moment.kind = kind;
    return moment;
  };
  if (track.root >= 0)
    for (const StrandEvent &event : recording.strands[static_cast<size_t>(track.root)].events)
      if (event.kind != StrandEvent::Lost)
        add(event.time, Moment::Event).event = &event;
  for (const RegionSpan &span : spansOf(track)) {
    Moment &begin = add(span.begin, Moment::RegionBegin);
    begin.region = span.region;
    begin.runner = span.runner;
    begin.isEmpty = span.end == span.begin;
    if (span.end > span.begin)
      add(span.end, Moment::RegionEnd);
  }
  for (const RegionSum &sum : track.regionSums)
    if (sum.from < 0)
      add(sum.at, Moment::Sum).sum = &sum;
  // Otherwise in the order of the file.
  for (size_t index = 0; index < moments.size(); ++index)
    moments[index].number = index;
  std::ranges::sort(moments, {}, [](const Moment &one) { return std::tuple(one.time, one.kind, one.number); });
  return moments;
}

/// The outermost latent loop or fork that the thread was last seen in.
struct Current {
  /// No line: it is in none.
  size_t line = 0;
  StackPart part;
  Time firstAt = 0, seenAt = 0;
  uint64_t firstIteration = 0;
  /// 0 until it is promoted: then it lasts until this join.
  uint64_t join = 0;
  /// Whether it has gone on behind a region is not known.
  bool isBeforeRegion = false;
};

bool continues(const Current &current, const StackPart &part) {
  return current.part.place == part.place && current.part.address == part.address &&
         current.part.isLoop == part.isLoop &&
         (!part.isLoop || (part.iteration >= current.part.iteration && part.end == current.part.end));
}

class Attribution {
  const Recording &recording;
  TimeByLine &result;
  /// Line 0 is what is in none.
  static constexpr size_t Serial = 0;
  std::map<std::tuple<RunBy, int>, size_t> known;
  /// Since the last sums, by line; and what these say.
  std::vector<Time> pending{0}, owed{0};
  bool isOwed = false;
  Current current;
  /// The line of the region that the thread is in.
  size_t region = Serial;
  std::map<uint64_t, size_t> lineOfJoin;
  Time last = 0;

public:
  Attribution(const Recording &source, TimeByLine &target) : recording(source), result(target) {
    result.lines.emplace_back();
  }

  void take(const Moment &moment);
  void finish();

private:
  size_t lineOf(RunBy by, int index);
  size_t latentLine(int place) { return place < 0 ? Serial : lineOf(RunBy::Latent, place); }
  void give(size_t line, Time time) { pending[line] += std::max(time, 0.0); }
  /// What it may have gone on for since it was seen.
  [[nodiscard]] Time restOfCurrent() const;
  /// The first part of the time is the current one's as long as it may have gone on, the others' line has the rest.
  void giveRest(Time time, size_t others);
  void enter(const StackPart &part, Time now);
  void event(const StrandEvent &event, Time time);
  void beat(const StrandEvent &event, Time time);
  void promotion(const StrandEvent &event, Time time);
  void settle();
};

size_t Attribution::lineOf(RunBy by, int index) {
  auto [entry, isNew] = known.try_emplace({by, index}, result.lines.size());
  if (isNew) {
    const std::vector<Place> &places = by == RunBy::Latent ? recording.places : recording.regions;
    result.lines.push_back({places[static_cast<size_t>(index)], by, 0, 0});
    pending.push_back(0);
    owed.push_back(0);
  }
  return entry->second;
}

Time Attribution::restOfCurrent() const {
  if (current.line == Serial || current.isBeforeRegion)
    return 0;
  const StackPart &part = current.part;
  if (!part.isLoop || part.iteration <= current.firstIteration || part.end < part.iteration)
    return recording.heartbeat;
  Time pace = (current.seenAt - current.firstAt) / static_cast<Time>(part.iteration - current.firstIteration);
  return pace * static_cast<Time>(part.end - part.iteration);
}

void Attribution::giveRest(Time time, size_t others) {
  Time rest = current.join ? time : std::min(time, restOfCurrent());
  give(current.line, rest);
  give(others, time - rest);
}

void Attribution::enter(const StackPart &part, Time now) {
  current = {latentLine(part.place), part, now, now, part.iteration, 0, false};
}

void Attribution::beat(const StrandEvent &event, Time time) {
  if (current.join) {
    give(current.line, time);
    return;
  }
  if (!event.parts.empty() && continues(current, event.parts.front())) {
    give(current.line, time);
    current.part = event.parts.front();
    current.seenAt = event.time;
    current.isBeforeRegion = false;
    return;
  }
  // As in builder.cpp: serial code passes without polls, and a first poll does not know how long it was.
  Time gap = event.gap - event.lost, serial = 0;
  if (event.gap == 0)
    serial = time;
  else if (gap > 2 * event.charged)
    serial = std::min(time, gap - event.charged);
  give(Serial, serial);
  if (event.parts.empty()) {
    giveRest(time - serial, Serial);
    current = {};
    return;
  }
  const StackPart &part = event.parts.front();
  giveRest(time - serial, latentLine(part.place));
  enter(part, event.time);
}

void Attribution::promotion(const StrandEvent &event, Time time) {
  give(current.line, time);
  // What is promoted at a deeper level lies in what is there already.
  if (!current.join && (current.line == Serial || event.level == 0)) {
    enter(event.parts.front(), event.time);
    current.join = event.join;
  }
  lineOfJoin[event.join] = current.line;
}

void Attribution::event(const StrandEvent &event, Time time) {
  switch (event.kind) {
  case StrandEvent::Beat:
    return beat(event, time);
  case StrandEvent::Promotion:
    return promotion(event, time);
  case StrandEvent::JoinBegin:
    return give(current.line, time);
  case StrandEvent::JoinEnd: {
    auto found = lineOfJoin.find(event.join);
    give(found == lineOfJoin.end() ? current.line : found->second, time);
    if (event.join == current.join)
      current = {};
    return;
  }
  case StrandEvent::Lost:
    return;
  }
}

/// Short regions pass unseen by what has been given since the last sums: most of it as serial code, since they have no
/// polls.
void Attribution::settle() {
  Time found = std::accumulate(pending.begin(), pending.end(), 0.0);
  Time wanted = std::accumulate(owed.begin(), owed.end(), 0.0);
  Time taken = std::min(found, wanted), ofSerial = std::min(taken, pending[Serial]);
  Time others = found - pending[Serial], kept = others > 0 ? 1 - (taken - ofSerial) / others : 1;
  for (size_t line = 0; line < pending.size(); ++line) {
    Time given = line == Serial ? pending[line] - ofSerial : pending[line] * kept;
    result.lines[line].time += given + (wanted > 0 ? owed[line] * taken / wanted : 0);
    pending[line] = owed[line] = 0;
  }
  isOwed = false;
}

void Attribution::take(const Moment &moment) {
  if (moment.kind == Moment::Sum) {
    const RegionSum &sum = *moment.sum;
    size_t line = lineOf(runnerOf(sum.runner), sum.region);
    owed[line] += sum.time;
    isOwed = true;
    result.lines[line].entries += sum.entries;
    return;
  }
  Time now = std::clamp(moment.time, last, recording.end), time = now - last;
  last = now;
  if (region != Serial)
    give(region, time);
  else if (moment.kind == Moment::Event)
    event(*moment.event, time);
  else
    giveRest(time, Serial);
  if (moment.kind == Moment::RegionBegin) {
    size_t line = lineOf(runnerOf(moment.runner), moment.region);
    ++result.lines[line].entries;
    region = moment.isEmpty ? Serial : line;
    current.isBeforeRegion = true;
  } else if (moment.kind == Moment::RegionEnd) {
    region = Serial;
  }
  if (isOwed)
    settle();
}

void Attribution::finish() {
  giveRest(std::max(recording.end - last, 0.0), Serial);
  settle();
  result.serial = result.lines.front().time;
  result.lines.erase(result.lines.begin());
  std::ranges::sort(result.lines, {}, [](const LineTime &line) {
    return std::tuple(-line.time, line.place.file, line.place.line, line.place.column, line.place.kind, line.by);
  });
}

} // namespace

Time TimeByLine::timeOf(RunBy by) const {
  Time sum = 0;
  for (const LineTime &line : lines)
    sum += line.by == by ? line.time : 0;
  return sum;
}

TimeByLine measureLines(const Recording &recording) {
  TimeByLine result;
  result.whole = recording.end;
  Attribution attribution(recording, result);
  for (const Track &track : recording.tracks)
    if (track.name == "main thread") {
      for (const Moment &moment : momentsOf(recording, track))
        attribution.take(moment);
      break;
    }
  attribution.finish();
  return result;
}

} // namespace tactus::trace
