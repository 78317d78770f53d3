//===- summary.cpp - a recording in numbers -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary.h"

#include <algorithm>

namespace tactus::trace {

namespace {

State stateOf(Slice::Kind kind) {
  switch (kind) {
  case Slice::Computation:
  case Slice::Task:
    return State::Work;
  case Slice::Join:
    return State::Join;
  case Slice::Wait:
    return State::Wait;
  case Slice::Idle:
    return State::Idle;
  case Slice::Asleep:
    return State::Asleep;
  case Slice::Mpi:
    return State::Mpi;
  case Slice::Region: // what is around it, see flatten()
    break;
  }
  return State::Serial;
}

/// The innermost slice at each moment. Slices come in the order in which they begin, and nest.
std::vector<Segment> flatten(const Recording &recording, const Track &track) {
  std::vector<Segment> segments;
  auto add = [&](Time begin, Time end, State state, int place) {
    if (end <= begin)
      return;
    if (!segments.empty() && segments.back().end == begin && segments.back().state == state &&
        segments.back().place == place)
      segments.back().end = end;
    else
      segments.push_back({begin, end, state, place});
  };
  struct Open {
    Time end;
    State state;
    int place;
  };
  Time begin = 0;
  if (track.isWorker)
    begin = track.slices.empty() ? recording.end : track.slices.front().begin;
  else if (track.root >= 0)
    begin = recording.strands[static_cast<size_t>(track.root)].start;
  Time end = recording.end;
  if (!track.isWorker && track.root >= 0)
    end = recording.strands[static_cast<size_t>(track.root)].finish;
  std::vector<Open> stack{{end, track.isWorker ? State::Asleep : State::Serial, -1}};
  Time now = begin;
  auto closeUntil = [&](Time time) {
    while (stack.size() > 1 && stack.back().end <= time) {
      add(now, stack.back().end, stack.back().state, stack.back().place);
      now = std::max(now, stack.back().end);
      stack.pop_back();
    }
  };
  for (const Slice &slice : track.slices) {
    closeUntil(slice.begin);
    add(now, slice.begin, stack.back().state, stack.back().place);
    now = std::max(now, slice.begin);
    int place = slice.kind == Slice::Task ? recording.strands[static_cast<size_t>(slice.strand)].place : -1;
    if (slice.kind == Slice::Region)
      stack.push_back({slice.end, stack.back().state, stack.back().place});
    else
      stack.push_back({slice.end, stateOf(slice.kind), place});
  }
  closeUntil(end);
  add(now, end, stack.back().state, stack.back().place);
  return segments;
}

bool isBusy(State state) { return state == State::Serial || state == State::Work || state == State::Join; }

/// A stretch in which a thread was kept from running.
struct Loss {
  Time begin = 0, end = 0;
};

/// A thread notices at a beat what it has lost since the one before; when in between is not known, so it is shown as
/// one piece, the last. Sorted and without overlap, by track.
std::vector<std::vector<Loss>> lossesOf(const Recording &recording) {
  std::vector<std::vector<Loss>> losses(recording.tracks.size());
  for (const Strand &strand : recording.strands)
    for (const StrandEvent &event : strand.events)
      if (event.lost > 0)
        losses[static_cast<size_t>(strand.track)].push_back({event.time - event.lost, event.time});
  for (std::vector<Loss> &track : losses) {
    std::sort(track.begin(), track.end(), [](const Loss &left, const Loss &right) { return left.end < right.end; });
    Time before = 0;
    for (Loss &loss : track) {
      loss.begin = std::min(std::max(loss.begin, before), loss.end);
      before = loss.end;
    }
  }
  return losses;
}

/// What a thread was busy with while it was kept from running was not done then.
std::vector<Segment> withoutLosses(const std::vector<Segment> &segments, const std::vector<Loss> &losses) {
  std::vector<Segment> result;
  auto add = [&](Time begin, Time end, State state, int place) {
    if (end > begin)
      result.push_back({begin, end, state, place});
  };
  size_t next = 0;
  for (const Segment &segment : segments) {
    Time at = segment.begin;
    while (next < losses.size() && losses[next].end <= segment.begin)
      ++next;
    for (size_t index = next; isBusy(segment.state) && index < losses.size() && losses[index].begin < segment.end;
         ++index) {
      Time from = std::clamp(losses[index].begin, at, segment.end), to = std::clamp(losses[index].end, at, segment.end);
      add(at, from, segment.state, segment.place);
      add(from, to, State::Kept, segment.place);
      at = to;
    }
    add(at, segment.end, segment.state, segment.place);
  }
  return result;
}

/// As many equal steps, each with the state that takes most of it.
std::vector<Segment> coarsen(const std::vector<Segment> &segments, size_t steps) {
  std::vector<Segment> coarse;
  Time begin = segments.front().begin, width = (segments.back().end - begin) / static_cast<Time>(steps);
  size_t first = 0;
  for (size_t step = 0; step < steps; ++step) {
    Time from = begin + width * static_cast<Time>(step), to = from + width;
    while (first + 1 < segments.size() && segments[first].end <= from)
      ++first;
    std::array<Time, StateCount> share{};
    std::array<int, StateCount> place{};
    place.fill(-1);
    for (size_t index = first; index < segments.size() && segments[index].begin < to; ++index) {
      auto state = static_cast<size_t>(segments[index].state);
      share[state] += std::min(to, segments[index].end) - std::max(from, segments[index].begin);
      place[state] = segments[index].place;
    }
    auto most = static_cast<size_t>(std::max_element(share.begin(), share.end()) - share.begin());
    if (!coarse.empty() && coarse.back().state == static_cast<State>(most) && coarse.back().place == place[most])
      coarse.back().end = to;
    else
      coarse.push_back({from, to, static_cast<State>(most), place[most]});
  }
  return coarse;
}

constexpr size_t UtilisationSteps = 200;

void addUtilisation(const Recording &recording, const std::vector<Segment> &segments, std::vector<double> &steps) {
  Time width = recording.end / static_cast<Time>(steps.size());
  if (width <= 0)
    return;
  for (const Segment &segment : segments) {
    if (!isBusy(segment.state))
      continue;
    auto step = static_cast<size_t>(segment.begin / width);
    for (; step < steps.size() && width * static_cast<Time>(step) < segment.end; ++step) {
      Time from = width * static_cast<Time>(step);
      Time part = std::min(segment.end, from + width) - std::max(segment.begin, from);
      steps[step] += part / width / recording.workers;
    }
  }
}

/// Keeps about as many samples, evenly.
void thinOut(std::vector<ChunkSample> &samples, size_t wanted) {
  if (samples.size() <= wanted)
    return;
  std::vector<ChunkSample> kept;
  kept.reserve(wanted);
  for (size_t index = 0; index < wanted; ++index)
    kept.push_back(samples[index * samples.size() / wanted]);
  samples = std::move(kept);
}

void summariseStrands(const Recording &recording, Summary &summary) {
  for (const Strand &strand : recording.strands) {
    for (const StrandEvent &event : strand.events) {
      int place = event.parts.empty() ? -1 : event.parts.back().place;
      if (place < 0)
        continue;
      PlaceSummary &target = summary.places[static_cast<size_t>(place)];
      if (event.kind == StrandEvent::Promotion) {
        ++target.promotions;
        ++target.byLevel[std::min<size_t>(event.level, target.byLevel.size() - 1)];
      } else if (event.kind == StrandEvent::Beat && event.chunk > 0) {
        target.chunks.push_back({event.time, event.chunk});
      }
    }
    if (strand.task == 0 || strand.place < 0)
      continue;
    PlaceSummary &target = summary.places[static_cast<size_t>(strand.place)];
    ++target.tasks;
    target.stolen += strand.isStolen;
    target.taskTime += strand.finish - strand.start;
    target.longestTask = std::max(target.longestTask, strand.finish - strand.start);
  }
  for (PlaceSummary &place : summary.places) {
    std::sort(place.chunks.begin(), place.chunks.end(),
              [](const ChunkSample &left, const ChunkSample &right) { return left.time < right.time; });
    thinOut(place.chunks, 200);
  }
}

} // namespace

Summary summarise(const Recording &recording, const Graph &graph, size_t segmentLimit) {
  Summary summary;
  summary.whole = measure(graph);
  for (const Root &root : graph.roots)
    for (const Item &item : graph.series[static_cast<size_t>(root.series)].items)
      summary.serial += item.node < 0 ? item.work : 0;
  summary.utilisation.resize(UtilisationSteps);
  std::vector<std::vector<Loss>> losses = lossesOf(recording);
  for (const Track &track : recording.tracks) {
    TrackSummary &target = summary.tracks.emplace_back();
    target.segments = withoutLosses(flatten(recording, track), losses[summary.tracks.size() - 1]);
    for (const Segment &segment : target.segments)
      target.times[static_cast<size_t>(segment.state)] += segment.end - segment.begin;
    summary.lost += target.times[static_cast<size_t>(State::Kept)];
    addUtilisation(recording, target.segments, summary.utilisation);
    if (target.segments.size() > segmentLimit)
      target.segments = coarsen(target.segments, segmentLimit);
  }
  summary.places.resize(recording.places.size());
  summariseStrands(recording, summary);
  std::vector<PlaceWork> works = measurePlaces(graph, recording.places.size());
  for (size_t index = 0; index < works.size(); ++index) {
    summary.places[index].executions = works[index].executions;
    summary.places[index].work = works[index].work;
    summary.places[index].span = works[index].span;
  }
  return summary;
}

} // namespace tactus::trace
