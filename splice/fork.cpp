//===- fork.cpp - a group gives work away ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "fork.h"

#include "dependence.h"
#include "event_log.h"
#include "frames.h"
#include "nodes.h"
#include "scheduler.h"
#include "tuning.h"

#include "tactus/tactus.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace tactus::splice {

/// A fork gets the second half of the numbers that its maker has for steps. No thread makes as many steps as this, and
/// whoever has fewer numbers does not fork.
static constexpr uint64_t FewNumbers = uint64_t{1} << 32;

bool mayFork() {
  static const bool several = tactus_worker_count() > 1;
  return several;
}

namespace detail {

void offer_rest(context &where, rest_of_calls &rest, const effects &first, const effects &behind) {
  if (where.running != mode::spliced || !mayFork())
    return;
  Thread &thread = threadOf(where);
  if (thread.cancelled || thread.sequenceEnd < thread.sequence + FewNumbers ||
      interfereCounted(*thread.group, first, behind))
    return;
  Frame &frame = thread.top();
  frame.rest = &rest;
  rest.frame = &frame;
  ++thread.group->offers;
}

void withdraw_rest(rest_of_calls &rest) noexcept {
  if (!rest.frame)
    return;
  auto &frame = static_cast<Frame &>(*rest.frame);
  if (!rest.taken)
    --frame.thread->group->offers;
  frame.rest = nullptr;
  rest.frame = nullptr;
}

bool rest_has_run(context &where, rest_of_calls &rest) {
  if (!rest.frame)
    return false;
  auto &frame = static_cast<Frame &>(*rest.frame);
  while (frame.forked) {
    Thread &thread = threadOf(where);
    logEvent("join", thread, thread.depth());
    thread.atJoin = true;
    thread.state = ThreadState::Waiting;
    if (!yield(thread)) {
      withdraw_rest(rest);
      return true; // what is left of the fork goes with the frame
    }
  }
  withdraw_rest(rest);
  if (rest.taken)
    frame.finished = true;
  return rest.taken;
}

} // namespace detail

//===--- What a fork has to keep away from ---===//

/// What the thread has pending in calls of frames above depth `end`, but for the call on its path, and in these frames'
/// own delayed steps.
static void addLeftBehind(std::vector<effects> &into, const Thread &thread, std::size_t end) {
  for (std::size_t depth = 0; depth < end; ++depth) {
    const Frame &frame = *thread.path[depth];
    for (const DelayedStep *step = frame.delayed; step; step = step->nextInHome)
      into.push_back(step->pending);
    for (const Frame *child = frame.firstChild; child; child = child->nextSibling)
      if (!child->active)
        into.push_back(child->inclusive);
  }
}

/// What frames above depth `end` may still do by themselves.
static void addRemaining(std::vector<effects> &into, const Thread &thread, std::size_t end) {
  for (std::size_t depth = 0; depth < end; ++depth)
    into.push_back(thread.path[depth]->remaining);
}

/// All that a thread has pending which gives nothing away.
static void addEverything(std::vector<effects> &into, const Thread &thread) {
  into.insert(into.end(), thread.before.begin(), thread.before.end());
  into.insert(into.end(), thread.behind.begin(), thread.behind.end());
  addRemaining(into, thread, thread.path.size());
  for (const DelayedStep *step = thread.delayed; step; step = step->nextInThread)
    into.push_back(step->pending);
}

/// Around the rest of the frame at `depth`.
static void surround(Thread &forked, const Thread &maker, std::size_t depth) {
  forked.before.insert(forked.before.end(), maker.before.begin(), maker.before.end());
  addLeftBehind(forked.before, maker, depth + 1);
  if (maker.path.size() > depth + 1)
    forked.before.push_back(maker.path[depth + 1]->inclusive);
  forked.behind = maker.behind;
  addRemaining(forked.behind, maker, depth);
}

/// Leaves out what none of these threads' steps can interfere with: they lie within what their calls declare.
static void keepInterfering(std::vector<effects> &all, Group &group, unsigned first) {
  std::erase_if(all, [&](const effects &what) {
    for (unsigned number = first; number < group.threads.size(); ++number)
      if (interfereCounted(group, what, group.threads[number]->inclusive))
        return false;
    return true;
  });
}

//===--- Making a fork ---===//

static bool offersAt(const Thread &thread, std::size_t depth) {
  return depth < thread.path.size() && thread.path[depth]->rest && !thread.path[depth]->rest->taken &&
         !thread.cancelled;
}

/// The least depth at which a thread has something to give away.
static std::size_t oldestOffer(const Group &group) {
  std::size_t least = SIZE_MAX;
  for (const auto &thread : group.threads)
    for (std::size_t depth = 0; depth < thread->path.size() && depth < least; ++depth)
      if (offersAt(*thread, depth))
        least = depth;
  return least;
}

/// Whether every thread has come as far as the oldest offer, or is not on its way there. Calls that share data are
/// spliced on either side of a fork; one whose rest was given away alone would have all others' wait for it until the
/// join.
static bool allHaveComeAsFar(const Group &group) {
  std::size_t depth = oldestOffer(group);
  return std::all_of(group.threads.begin(), group.threads.end(),
                     [&](const auto &thread) { return !isOnItsWay(*thread) || thread->path.size() > depth + 1; });
}

static void giveAway(Group &forked, Thread &maker, std::size_t depth, std::vector<effects> &skipped) {
  Frame &frame = *maker.path[depth];
  Thread &thread = addThread(forked, frame.remaining, nullptr, nullptr);
  surround(thread, maker, depth);
  thread.before.insert(thread.before.end(), skipped.begin(), skipped.end());
  skipped.clear();
  thread.sequence = maker.sequence + (maker.sequenceEnd - maker.sequence) / 2;
  thread.sequenceEnd = std::exchange(maker.sequenceEnd, thread.sequence);
  thread.call.reset(frame.rest->take());
  frame.rest->taken = true;
  frame.forked = &thread;
  thread.origin = &frame;
  --maker.group->offers;
  logEvent("forked", thread, static_cast<uint64_t>(maker.group->identifier) << 32 | maker.number << 16 | (depth + 1));
}

/// The group of all rests at `depth`. Threads that have none there stay what they are, and the others wait for them.
static std::unique_ptr<Group> splitAt(Group &group, std::size_t depth) {
  auto forked = std::make_unique<Group>();
  nameGroup(*forked);
  forked->site = group.site;
  std::vector<effects> skipped;
  for (const auto &thread : group.threads)
    if (offersAt(*thread, depth))
      giveAway(*forked, *thread, depth, skipped);
    else
      addEverything(skipped, *thread);
  for (unsigned number = 0; number < forked->threads.size(); ++number) {
    keepInterfering(forked->threads[number]->before, *forked, number);
    keepInterfering(forked->threads[number]->behind, *forked, number + 1);
  }
  return forked;
}

/// What the worker does who has the task.
static void runTask(const uint64_t *environment, void *) {
  auto &fork = *reinterpret_cast<Fork *>(environment[0]);
  auto expected = Fork::State::Waiting;
  if (!fork.state.compare_exchange_strong(expected, Fork::State::Running, std::memory_order_relaxed))
    return;
  Group &group = *fork.group;
  if (!pthread_equal(pthread_self(), fork.maker))
    group.counters.stolenCalls += group.threads.size();
  if (uint64_t home = environment[1])
    (home == nodeOfThisWorker() ? group.counters.nearCalls : group.counters.farCalls) += group.threads.size();
  fork.hasRun = runForkedGroup(group);
}

tactus_fork_descriptor forkDescriptor(const char *function, const detail::code_place &place) {
  return {runTask, place.file, function, place.line, 0, 2, 0, TACTUS_UNKNOWN_WEIGHT, 0, nullptr, TACTUS_FORK_HAS_HOME};
}

bool forkOldest(Group &group) {
  std::size_t depth = oldestOffer(group);
  if (depth == SIZE_MAX || group.failure.exception)
    return false;
  group.forks.reserve(group.forks.size() + 1);
  auto fork = std::make_unique<Fork>();
  fork->group = splitAt(group, depth);
  uint64_t environment[] = {reinterpret_cast<uint64_t>(fork.get()), homeOf(*fork->group)};
  fork->record = tactus_fork_now(&group.site->forks, environment);
  if (!fork->record) {
    giveBack(group, *fork->group);
    return false;
  }
  ++group.counters.forks;
  group.counters.forkedCalls += fork->group->threads.size();
  group.forks.push_back(std::move(fork));
  return true;
}

/// The price of a turn.
static int64_t turnWeight = TACTUS_UNKNOWN_WEIGHT;

void pollForFork(Group &group) {
  int64_t credit = tactus_credit - __atomic_load_n(&turnWeight, __ATOMIC_RELAXED);
  if (credit < 0) {
    if (!allHaveComeAsFar(group))
      return; // the beat is still due at the next turn
    credit = tactus_handler_poll(&turnWeight);
    if (credit < 0) {
      tactus_credit = ~credit;
      forkOldest(group);
      return;
    }
  }
  tactus_credit = credit;
}

} // namespace tactus::splice
