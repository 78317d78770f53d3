//===- join.cpp - what has been given away comes back ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A group joins its latest fork when none of its threads can move. If nobody has begun the fork, its calls go back to
// where they came from, and are spliced here as if nothing had happened. Else it has run as far as it could without
// knowing what happens elsewhere, and what it has left becomes a part of the group, thread by thread, as soon as the
// group's thread waits at its join:
//
//   * its delayed steps come into the tree below the frame that has given the call away;
//   * if it waits itself, on its own stack (for a value, or for lack of space), it becomes a guest of the thread: its
//     frames go on the thread's path, and the thread runs on its stack until that ends.
//
// So a forked thread's stack may go on on another worker than where it began, but never while a step runs.
//
//===----------------------------------------------------------------------===//
#include "context.h"
#include "dependence.h"
#include "event_log.h"
#include "fork.h"
#include "frames.h"
#include "scheduler.h"
#include "steps.h"

#include <algorithm>
#include <utility>

namespace tactus::splice {

Group::Group() { elsewhere.stuck = true; }
Group::~Group() = default;

/// The thread goes on behind its join.
static void leaveJoin(Thread &thread) {
  if (!std::exchange(thread.atJoin, false))
    return;
  thread.state = ThreadState::Runnable;
}

/// The thread goes on with the numbers that a fork of its has left over.
static void continueNumbers(Thread &thread, const Thread &forked) {
  thread.sequence = std::max(thread.sequence, forked.sequence);
  thread.sequenceEnd = std::max(thread.sequenceEnd, forked.sequenceEnd);
}

void giveBack(Group &group, Group &forked) {
  for (const auto &thread : forked.threads) {
    Frame *frame = std::exchange(thread->origin, nullptr);
    if (!frame)
      continue; // its maker has unwound
    logEvent("taken", *thread, 0);
    frame->forked = nullptr;
    frame->rest->give_back(*thread->call);
    frame->rest->taken = false;
    ++group.offers;
    frame->thread->sequenceEnd = thread->sequenceEnd;
    leaveJoin(*frame->thread);
  }
}

//===--- What is left of a fork ---===//

/// A cancelled thread has not done its work, so its maker must not go on as if it had.
static bool hasSomethingLeft(const Thread &thread) {
  return thread.state != ThreadState::Ended || thread.delayed || thread.cancelled;
}

/// Nothing in the group waits for anything in it any more.
static void forgetBlockers(Group &group) {
  for (const auto &thread : group.threads) {
    for (DelayedStep *step = thread->delayed; step; step = step->nextInThread)
      unwatch(*step);
    if (thread->waitsFor)
      unwatch(*thread->waitsFor);
  }
}

/// Destroys what a thread has left, unwinding its stack.
static void discard(Thread &thread) {
  Group &group = *thread.group;
  thread.cancelled = true;
  while (DelayedStep *step = thread.delayed)
    drop(*step);
  while (thread.state != ThreadState::Ended) {
    thread.state = ThreadState::Runnable;
    resume(thread);
    if (thread.guestEnded)
      endGuest(group, thread);
  }
  releaseContext(thread);
}

static void dropUnused(Group &group) {
  std::erase_if(group.kept, [](const auto &kept) { return kept->inUse == 0; });
}

/// The maker's frame may do nothing more, and its thread goes on.
static void finishOrigin(Thread &forked) {
  logEvent("merge", forked, 0);
  Frame &frame = *std::exchange(forked.origin, nullptr);
  Thread &thread = *frame.thread;
  frame.forked = nullptr;
  continueNumbers(thread, forked);
  clearRemaining(frame);
  leaveJoin(thread);
}

/// A fork has run. What it has left stays in it until the threads come for it.
static void receive(Group &group, std::unique_ptr<Group> forked) {
  forked->joined = true;
  forgetBlockers(*forked);
  for (const auto &thread : forked->threads)
    if (!thread->origin)
      discard(*thread);
    else if (hasSomethingLeft(*thread))
      ++forked->inUse;
    else
      finishOrigin(*thread);
  for (auto &kept : forked->kept)
    group.kept.push_back(std::move(kept));
  forked->kept.clear();
  if (forked->inUse)
    group.kept.push_back(std::move(forked));
}

static void joinLatest(Group &group) {
  std::unique_ptr<Fork> fork = std::move(group.forks.back());
  group.forks.pop_back();
  auto expected = Fork::State::Waiting;
  fork->state.compare_exchange_strong(expected, Fork::State::TakenBack, std::memory_order_relaxed);
  tactus_fork_join(fork->record);
  tactus_fork_release(fork->record);
  if (fork->hasRun)
    return receive(group, std::move(fork->group));
  ++group.counters.forksTakenBack;
  giveBack(group, *fork->group);
}

//===--- A forked thread becomes a part of its maker ---===//

/// A frame with all below it belongs to `thread` now. Returns the bytes of its delayed steps and of their frames.
static std::size_t graft(Frame &frame, Thread &thread, const Frame &below) {
  frame.thread = &thread;
  frame.start = below.start;
  std::size_t bytes = frame.live ? sizeof(Frame) : 0;
  for (DelayedStep *step = frame.delayed; step; step = step->nextInHome) {
    step->clearFrom = thread.number;
    bytes += step->bytes;
  }
  if (frame.rest && !frame.rest->taken)
    ++thread.group->offers;
  for (Frame *child = frame.firstChild; child; child = child->nextSibling)
    bytes += graft(*child, thread, below);
  return bytes;
}

static void graftTree(Frame &below, Frame &root) {
  Thread &thread = *below.thread;
  Group &group = *thread.group;
  std::size_t bytes = root.live ? bytesOfDelaying(below, 0) : 0;
  bytes += graft(root, thread, below);
  changeBytes(group, static_cast<std::ptrdiff_t>(bytes));
  for (Frame *frame = &below; frame; frame = frame->parent)
    frame->live += root.live;
  root.parent = &below;
  root.previousSibling = nullptr;
  root.nextSibling = below.firstChild;
  if (root.nextSibling)
    root.nextSibling->previousSibling = &root;
  below.firstChild = &root;
}

/// Puts the forked thread's list in front of the thread's own. Returns those steps.
static std::vector<DelayedStep *> takeDelayed(Thread &thread, Thread &forked) {
  std::vector<DelayedStep *> steps;
  for (DelayedStep *step = forked.delayed; step; step = step->nextInThread)
    steps.push_back(step);
  if (steps.empty())
    return steps;
  steps.back()->nextInThread = thread.delayed;
  if (thread.delayed)
    thread.delayed->previousInThread = steps.back();
  thread.delayed = std::exchange(forked.delayed, nullptr);
  return steps;
}

/// The forked thread waits on its stack: the thread goes on there.
static void becomeGuest(Thread &thread, Thread &forked) {
  auto offset = static_cast<unsigned>(thread.path.size());
  thread.path.insert(thread.path.end(), forked.path.begin(), forked.path.end());
  forked.path.clear();
  std::swap(static_cast<StackContext &>(thread), static_cast<StackContext &>(forked));
  forked.base = 0;
  ++thread.group->counters.guests;
  thread.guests.push_back(&forked);
  thread.guests.insert(thread.guests.end(), forked.guests.begin(), forked.guests.end());
  for (auto guest = std::find(thread.guests.begin(), thread.guests.end(), &forked); guest != thread.guests.end();
       ++guest)
    (*guest)->base += offset;
  forked.guests.clear();
  forked.host = &thread;
  thread.waitsFor = std::exchange(forked.waitsFor, nullptr);
  if (thread.waitsFor) {
    thread.waitsFor->waiting = &thread;
    thread.waitsFor->clearFrom = thread.number;
  }
  thread.atJoin = forked.atJoin; // one that waits for a join has nothing else to wait for
}

/// What it waits for by the rules of this group, or that it need not.
static void findItsPlace(Group &group, DelayedStep &step) {
  if (Watched *blocker = findBlocker(step)) {
    ++group.counters.dependences;
    watch(*blocker, step);
  } else {
    makeReady(group, step);
  }
}

static void merge(Thread &thread, Thread &forked) {
  logEvent("merge", forked, 0);
  Group &group = *thread.group;
  Frame &frame = *std::exchange(forked.origin, nullptr);
  bool waits = forked.state != ThreadState::Ended;
  std::vector<DelayedStep *> steps = takeDelayed(thread, forked);
  if (forked.root)
    graftTree(frame, *std::exchange(forked.root, nullptr));
  group.counters.joinedSteps += steps.size();
  continueNumbers(thread, forked);
  frame.forked = nullptr;
  thread.atJoin = false;
  thread.state = ThreadState::Runnable;
  if (waits) {
    becomeGuest(thread, forked);
    thread.state = thread.cancelled ? ThreadState::Runnable : ThreadState::Waiting;
  } else {
    --forked.group->inUse;
  }
  clearRemaining(frame);
  for (DelayedStep *step : steps)
    findItsPlace(group, *step);
  if (thread.state == ThreadState::Waiting && thread.waitsFor)
    findItsPlace(group, *thread.waitsFor);
  group.cancelling = group.cancelling || group.failure.exception;
  // All that comes before it is here now.
  Failure &failure = forked.group->failure;
  if (forked.cancelled && failure.exception)
    fail(thread, failure.sequence, std::exchange(failure.exception, nullptr));
}

/// What the thread at its join waits for can become a part of it. Of cancelled ones only that which has thrown: the
/// others' makers are cancelled by its exception.
static Thread *findArrived(const Thread &thread) {
  if (!thread.atJoin)
    return nullptr;
  Thread *forked = thread.top().forked;
  if (!forked || !forked->group->joined)
    return nullptr;
  return !forked->cancelled || forked->number == forked->group->failure.thread ? forked : nullptr;
}

void endGuest(Group &group, Thread &thread) {
  Thread &guest = *thread.guests.back();
  thread.guests.pop_back();
  thread.guestEnded = false;
  std::swap(static_cast<StackContext &>(thread), static_cast<StackContext &>(guest));
  guest.state = ThreadState::Ended;
  releaseContext(guest);
  --guest.group->inUse;
  dropUnused(group);
}

bool joinSomething(Group &group) {
  bool merged = false;
  for (const auto &thread : group.threads)
    if (Thread *forked = findArrived(*thread)) {
      merge(*thread, *forked);
      merged = true;
    }
  if (merged) {
    dropUnused(group);
    return true;
  }
  if (group.forks.empty())
    return false;
  joinLatest(group);
  return true;
}

void discardKept(Group &group) {
  for (const auto &kept : group.kept)
    for (const auto &thread : kept->threads)
      if (!thread->host && hasSomethingLeft(*thread)) // a guest goes with its host
        discard(*thread);
  group.kept.clear();
}

} // namespace tactus::splice
