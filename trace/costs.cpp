//===- costs.cpp - what promotions, steals and joins took -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "simulator.h"

#include <algorithm>

namespace tactus::trace {

/// The lower quartile of at least `fewest` values, else `otherwise`: where other processes keep threads from running,
/// a wait takes milliseconds, but that is not what it costs.
static Time quartileOf(std::vector<Time> &values, Time otherwise, size_t fewest = 5) {
  if (values.size() < fewest)
    return otherwise;
  auto quartile = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
  std::nth_element(values.begin(), quartile, values.end());
  return *quartile;
}

Costs measureCosts(const Recording &recording) {
  std::vector<Time> promotions, steals, joins;
  std::unordered_map<uint64_t, Time> promotedAt, lastFinish;
  std::unordered_map<uint64_t, uint64_t> joinOfTask;
  for (const Strand &strand : recording.strands)
    for (const StrandEvent &event : strand.events)
      if (event.kind == StrandEvent::Promotion) {
        promotions.push_back(event.duration);
        for (const PromotedTask &task : event.tasks) {
          promotedAt[task.number] = event.time + event.duration;
          joinOfTask[task.number] = event.join;
        }
      }
  for (const Strand &strand : recording.strands) {
    auto join = joinOfTask.find(strand.task);
    if (strand.task == 0 || join == joinOfTask.end())
      continue;
    Time &last = lastFinish[join->second];
    last = std::max(last, strand.finish);
  }
  for (const Track &track : recording.tracks)
    for (size_t index = 0; index < track.slices.size(); ++index) {
      const Slice &slice = track.slices[index];
      if (slice.kind == Slice::Wait) {
        auto last = lastFinish.find(slice.join);
        if (last != lastFinish.end() && last->second >= slice.begin && last->second <= slice.end)
          joins.push_back(slice.end - last->second);
      }
      // A thief that had nothing to do when the task was made.
      if (slice.kind == Slice::Task && index > 0 && recording.strands[static_cast<size_t>(slice.strand)].isStolen) {
        const Slice &before = track.slices[index - 1];
        auto made = promotedAt.find(recording.strands[static_cast<size_t>(slice.strand)].task);
        if ((before.kind == Slice::Idle || before.kind == Slice::Asleep) && made != promotedAt.end() &&
            before.begin <= made->second && made->second <= slice.begin)
          steals.push_back(slice.begin - made->second);
      }
    }
  Costs standard;
  return {quartileOf(promotions, standard.promotion), quartileOf(steals, standard.steal),
          quartileOf(joins, standard.join)};
}

} // namespace tactus::trace
