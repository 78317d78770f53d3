//===- dependence.cpp - what has to wait for what -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The paper gives a delayed step a count of all that it depends on. Here a step waits for one of them at a time, and
// for the rest of a frame only as long as that interferes: when the frame calls a function, it moves on to the call if
// that is what it really waits for. So a step is released by the very step that it needs, and not by the return of a
// frame far above, and it has a single link however many earlier threads there are.
//
// Why that is right: let P be what a thread has pending. P only shrinks: a frame that is pushed lies within what its
// parent could do, and a delayed step within what its frame could do. So a thread that does not interfere with a step
// at some time never will, and threads can be asked one after the other, each once its blocker has gone.
//
//===----------------------------------------------------------------------===//
#include "dependence.h"

#include "event_log.h"

#include <algorithm>

namespace tactus::splice {

/// No frame of the thread's path interferes with the frame.
static constexpr uint8_t NeverOnPath = UINT8_MAX;

/// So many delayed steps are looked through one by one; more are searched for along the frames (§7).
static constexpr unsigned FewSteps = 6;

static DelayedStep *findInList(Group &group, const Thread &thread, const DelayedStep &step, uint64_t before) {
  for (DelayedStep *other = thread.delayed; other; other = other->nextInThread)
    if (other->sequence < before && interfereCounted(group, other->pending, step.next))
      return other;
  return nullptr;
}

/// A delayed step in the tree of a frame that comes before `step` and interferes with its next part. Whole trees are
/// passed by, because what a frame declares contains all steps below it.
static DelayedStep *findDelayed(Group &group, const Frame &frame, const DelayedStep &step, uint64_t before) {
  if (!frame.live || !interfereCounted(group, frame.inclusive, step.next))
    return nullptr;
  for (DelayedStep *other = frame.delayed; other; other = other->nextInHome)
    if (other->sequence < before && interfereCounted(group, other->pending, step.next))
      return other;
  for (Frame *child = frame.firstChild; child; child = child->nextSibling)
    if (DelayedStep *other = findDelayed(group, *child, step, before))
      return other;
  return nullptr;
}

static Watched *findOnPath(Group &group, const Thread &earlier, const DelayedStep &step) {
  uint8_t start = step.home->start[earlier.number];
  if (start == NeverOnPath)
    return nullptr;
  for (std::size_t depth = start; depth < earlier.path.size(); ++depth)
    if (interfereCounted(group, earlier.path[depth]->remaining, step.next))
      return earlier.path[depth];
  return nullptr;
}

/// Something that may be pending in another group.
static bool findElsewhere(Group &group, const std::vector<effects> &pending, const DelayedStep &step) {
  return std::any_of(pending.begin(), pending.end(),
                     [&](const effects &what) { return interfereCounted(group, what, step.next); });
}

static Watched *findInThread(Group &group, const Thread &thread, const DelayedStep &step) {
  bool own = thread.number == step.home->thread->number;
  if (findElsewhere(group, thread.before, step) || (!own && findElsewhere(group, thread.behind, step)))
    return &group.elsewhere;
  if (!own && thread.state != ThreadState::Ended)
    if (Watched *blocker = findOnPath(group, thread, step))
      return blocker;
  if (!thread.delayed)
    return nullptr;
  uint64_t before = own ? step.sequence : UINT64_MAX;
  if (thread.root->live <= FewSteps)
    return findInList(group, thread, step, before);
  return findDelayed(group, *thread.root, step, before);
}

Watched *findBlocker(DelayedStep &step) {
  Group &group = *step.home->thread->group;
  unsigned number = step.home->thread->number;
  while (true) {
    if (Watched *blocker = findInThread(group, *group.threads[step.clearFrom], step))
      return blocker;
    if (step.clearFrom == 0)
      return nullptr;
    if (step.clearFrom > 1 && step.clearFrom < number && group.threads[step.clearFrom]->done.cover(step.next)) {
      ++group.counters.transitive;
      return nullptr;
    }
    --step.clearFrom;
  }
}

void nextPartChanged(DelayedStep &step) { step.clearFrom = step.home->thread->number; }

void watch(Watched &something, DelayedStep &step) {
  step.watched = &something;
  step.stuck = something.stuck;
  step.previousWatcher = nullptr;
  step.nextWatcher = something.watchers;
  if (step.nextWatcher)
    step.nextWatcher->previousWatcher = &step;
  something.watchers = &step;
}

void unwatch(DelayedStep &step) {
  if (!step.watched)
    return;
  if (step.nextWatcher)
    step.nextWatcher->previousWatcher = step.previousWatcher;
  if (step.previousWatcher)
    step.previousWatcher->nextWatcher = step.nextWatcher;
  else
    step.watched->watchers = step.nextWatcher;
  step.watched = nullptr;
}

void makeReady(Group &group, DelayedStep &step) {
  if (step.waiting)
    step.waiting->state = ThreadState::Runnable;
  else
    watch(group.ready, step);
}

void wakeWatchers(Group &group, Watched &something) {
  DelayedStep *step = std::exchange(something.watchers, nullptr);
  while (step) {
    DelayedStep *next = step->nextWatcher;
    step->watched = nullptr;
    if (Watched *blocker = findBlocker(*step)) {
      ++group.counters.dependences;
      watch(*blocker, *step);
    } else {
      makeReady(group, *step);
    }
    step = next;
  }
}

/// The number of frames at the older end of the path of `earlier` that do not interfere with `frame`.
static uint8_t refineFor(Group &group, const Thread &earlier, const Frame &frame, uint8_t start) {
  if (start == NeverOnPath || earlier.state == ThreadState::Ended)
    return NeverOnPath;
  std::size_t depth = start;
  while (depth < earlier.path.size() && !interfereCounted(group, earlier.path[depth]->remaining, frame.inclusive))
    ++depth;
  if (depth == earlier.path.size()) // what it pushes later lies within what it could do now
    return NeverOnPath;
  return static_cast<uint8_t>(depth < NeverOnPath ? depth : NeverOnPath - 1);
}

void refine(Frame &frame) {
  Thread &thread = *frame.thread;
  for (unsigned number = 0; number < thread.number; ++number) {
    uint8_t start = frame.parent ? frame.parent->start[number] : 0;
    frame.start[number] = refineFor(*thread.group, *thread.group->threads[number], frame, start);
  }
}

void DoneEffects::addTo(region_set &set, const region_set &part) {
  const unsigned most = std::max(region_set::capacity, 2 * part.size());
  for (unsigned index = 0; index < part.size(); ++index)
    set.extend(part[index], most, index);
}

} // namespace tactus::splice
