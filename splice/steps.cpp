//===- steps.cpp - steps that run, are delayed, or wait -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A step runs where it stands if nothing pending before it interferes. Else it moves to the heap and its thread goes on
// (§5, delaying a step). It runs as soon as the last thing that it waits for has gone, and what that enables runs next
// (releasing dependences): the latest first, because its data is the warmest.
//
// If delayed steps take all the space they may, the thread waits instead (§7: it is unspliced). Earlier threads do not
// wait for it, so its step becomes possible at some time, with no more space than one stack.
//
//===----------------------------------------------------------------------===//
#include "steps.h"

#include "dependence.h"
#include "effect_checks.h"
#include "event_log.h"
#include "frames.h"
#include "nodes.h"
#include "scheduler.h"

namespace tactus::splice {

/// Code in steps is one piece: what it calls is not spliced.
namespace {
class OutsideOfSplicing {
  detail::context *before = std::exchange(detail::current_context, nullptr);

public:
  OutsideOfSplicing() = default;
  OutsideOfSplicing(const OutsideOfSplicing &) = delete;
  OutsideOfSplicing &operator=(const OutsideOfSplicing &) = delete;
  ~OutsideOfSplicing() { detail::current_context = before; }
};
} // namespace

/// Runs the next part. There are more: true.
static bool runPart(DelayedStep &step, bool isWaitedFor = false) {
  Group &group = *step.home->thread->group;
  ++group.counters.steps;
  bool more;
  {
    OutsideOfSplicing outside;
    if (simulatesNodes)
      noteTouch(step.next);
    CheckedPiece checked(step, isWaitedFor);
    more = step.body->run();
  }
  if (group.threads.size() > 2)
    step.home->thread->done.add(step.next);
  if (!more)
    return false;
  step.body->next_part(step.next);
  step.body->all_parts(step.pending);
  nextPartChanged(step);
  return true;
}

static void begin(DelayedStep &step, Thread &thread, detail::step_body &body) {
  step.body = &body;
  step.home = &thread.top();
  step.sequence = ++thread.sequence;
  body.next_part(step.next);
  body.all_parts(step.pending);
  nextPartChanged(step);
}

/// What a frame may still do only ever shrinks, also where a union has become coarser than what it came from.
static void shrinkTo(Frame &frame, const effects &remaining) {
  if (!remaining.may_be_coarse() || covers(frame.remaining, remaining))
    shrinkRemaining(frame, remaining);
}

void continueWith(Frame &frame, const detail::continuation &rest, const effects *first) {
  if (rest.is == detail::continuation::kind::unknown)
    return;
  if (rest.is == detail::continuation::kind::nothing) {
    frame.finished = !first;
    if (first)
      shrinkTo(frame, *first);
    else
      clearRemaining(frame);
  } else {
    shrinkTo(frame, first ? *first | rest.rest : rest.rest);
  }
}

static void destroy(DelayedStep &step) {
  delete step.body;
  delete &step;
}

void drop(DelayedStep &step) {
  unwatch(step);
  unlinkDelayed(step);
  destroy(step);
}

//===--- Delaying ---===//

/// There is space for a delayed step, with the frames that it keeps.
static bool hasSpace(const DelayedStep &step, std::size_t bytes) {
  const Group &group = *step.home->thread->group;
  return group.bytes + bytesOfDelaying(*step.home, bytes) <= settings().spaceKilobytes * 1024;
}

/// The step, with its body on the heap, waits in the tree.
static void delayMoved(std::unique_ptr<DelayedStep> moved, std::size_t bytes, Watched &blocker) {
  DelayedStep &step = *moved.release();
  Thread &thread = *step.home->thread;
  step.bytes = bytes;
  linkDelayed(step);
  ++thread.group->counters.delayedSteps;
  ++thread.group->counters.dependences;
  watch(blocker, step);
  logEvent("delay", thread, step.sequence, &step.next, &step.pending);
}

/// Without space or memory: false.
static bool delay(DelayedStep &step, Watched &blocker) {
  std::size_t bytes = sizeof(DelayedStep) + step.body->size();
  if (!hasSpace(step, bytes))
    return false;
  try {
    auto moved = std::make_unique<DelayedStep>(step);
    moved->body = step.body->move_to_heap();
    delayMoved(std::move(moved), bytes, blocker);
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  }
}

/// What waits for other workers waits long. So only the next part does, and those behind it may find their way: else a
/// sweep would stop at the first row that it shares with another worker. It was the last part, or there is no space or
/// memory: false.
static bool delayPart(DelayedStep &step, Watched &blocker) {
  std::size_t bytes = sizeof(DelayedStep) + step.body->size();
  if (!hasSpace(step, bytes))
    return false;
  try {
    auto part = std::make_unique<DelayedStep>(step);
    part->body = step.body->split_part();
    if (!part->body)
      return false;
    part->pending = part->next;
    delayMoved(std::move(part), bytes, blocker);
  } catch (const std::bad_alloc &) {
    return false;
  }
  step.sequence = ++step.home->thread->sequence;
  step.body->next_part(step.next);
  step.body->all_parts(step.pending);
  nextPartChanged(step);
  return true;
}

/// Lets the others run until nothing interferes with the next part. The stack may belong to another thread afterwards
/// (join.cpp): the step's. The thread has been cancelled, and the step must not run: throws, or false (mayGoOn).
static bool waitFor(DelayedStep &step, Watched &blocker) {
  Thread &thread = *step.home->thread;
  logEvent("wait", thread, step.sequence, &step.next);
  step.waiting = &thread;
  thread.waitsFor = &step;
  thread.state = ThreadState::Waiting;
  watch(blocker, step);
  struct EndOfWaiting {
    DelayedStep &step;
    ~EndOfWaiting() {
      unwatch(step);
      step.home->thread->waitsFor = nullptr;
      step.waiting = nullptr;
    }
  } end{step};
  return yield(thread);
}

//===--- In place ---===//

/// There are other parts behind this one, and other threads before them. They must not run: throws, or false (mayGoOn).
static bool leavePart(const DelayedStep &step, const detail::continuation &rest) {
  Thread &thread = *step.home->thread;
  continueWith(thread.top(), rest, &step.pending);
  logEvent("part", thread, step.sequence, &step.pending, &thread.top().remaining);
  return yield(thread);
}

void runStep(Thread &first, detail::step_body &body, const detail::continuation &rest) {
  DelayedStep step;
  begin(step, first, body);
  for (bool more = true; more;) {
    if (Watched *blocker = findBlocker(step)) {
      if (blocker->stuck && delayPart(step, *blocker)) {
        if (!leavePart(step, rest))
          return;
        continue;
      }
      if (delay(step, *blocker))
        break;
      ++step.home->thread->group->counters.unspliced;
      if (!waitFor(step, *blocker))
        return;
    }
    Thread &thread = *step.home->thread;
    logEvent("step", thread, step.sequence, &step.next);
    try {
      more = runPart(step);
    } catch (...) {
      fail(thread, step.sequence, std::current_exception());
    }
    if (thread.cancelled && !mayGoOn(thread))
      return;
    if (more && !leavePart(step, rest))
      return;
  }
  Thread &thread = *step.home->thread;
  continueWith(thread.top(), rest);
  logEvent("after", thread, step.sequence, &thread.top().remaining);
}

void runStepNow(Thread &first, detail::step_body &body, const detail::continuation &rest) {
  DelayedStep step;
  begin(step, first, body);
  if (Watched *blocker = findBlocker(step)) {
    ++first.group->counters.waits;
    if (!waitFor(step, *blocker))
      throw Cancelled(); // there is no value to return
  }
  Thread &thread = *step.home->thread;
  logEvent("step", thread, step.sequence, &step.next);
  runPart(step, /*isWaitedFor=*/true); // exceptions are the function's own
  continueWith(thread.top(), rest);
  logEvent("after", thread, step.sequence, &thread.top().remaining);
}

namespace {
/// What code does that waits and then runs in its place.
class NothingYet final : public detail::step_body {
public:
  explicit NothingYet(const effects &what) : what_(what) {}
  void next_part(effects &into) const override { into = what_; }
  void all_parts(effects &into) const override { into = what_; }
  bool run() override { return false; }
  step_body *move_to_heap() override { return new NothingYet(what_); }
  step_body *split_part() override { return nullptr; }
  [[nodiscard]] std::size_t size() const override { return sizeof *this; }

private:
  effects what_;
};
} // namespace

void waitUntilClear(Thread &first, const effects &what) {
  NothingYet piece(what);
  runStepNow(first, piece, detail::continuation());
}

//===--- Later ---===//

/// A delayed step that has nothing more to do.
static void complete(Group &group, DelayedStep &step) {
  unlinkDelayed(step);
  wakeWatchers(group, step);
  destroy(step);
}

static void runDelayed(Group &group, DelayedStep &step) {
  Thread &thread = *step.home->thread;
  logEvent("run", thread, step.sequence, &step.next);
  bool more = false;
  try {
    more = runPart(step);
  } catch (...) {
    fail(thread, step.sequence, std::current_exception());
  }
  if (!more) {
    logEvent("done", thread, step.sequence);
    return complete(group, step);
  }
  logEvent("left", thread, step.sequence, &step.pending);
  // First itself, then those behind it: they run first.
  if (Watched *blocker = findBlocker(step)) {
    ++group.counters.dependences;
    watch(*blocker, step);
  } else {
    watch(group.ready, step);
  }
  wakeWatchers(group, step);
}

void runReadySteps(Group &group) {
  while (true) {
    if (group.cancelling)
      dropCancelled(group);
    DelayedStep *step = group.ready.watchers;
    if (!step)
      return;
    unwatch(*step);
    runDelayed(group, *step);
  }
}

//===--- Exceptions ---===//

void fail(Thread &thread, uint64_t sequence, std::exception_ptr exception) {
  Group &group = *thread.group;
  Failure &failure = group.failure;
  logEvent("fail", thread, sequence);
  bool earlier = !failure.exception || thread.number < failure.thread ||
                 (thread.number == failure.thread && sequence < failure.sequence);
  if (!earlier)
    return;
  failure = {std::move(exception), thread.number, sequence};
  group.cancelling = true;
  for (unsigned number = thread.number; number < group.threads.size(); ++number) {
    Thread &later = *group.threads[number];
    later.cancelled = true;
    later.atJoin = false;
    if (later.state == ThreadState::Waiting)
      later.state = ThreadState::Runnable;
  }
}

void dropCancelled(Group &group) {
  group.cancelling = false;
  std::vector<DelayedStep *> steps;
  for (unsigned number = group.failure.thread; number < group.threads.size(); ++number)
    for (DelayedStep *step = group.threads[number]->delayed; step; step = step->nextInThread)
      if (number > group.failure.thread || step->sequence > group.failure.sequence)
        steps.push_back(step);
  // Whoever waits for one of them comes later, and so is one of them, or a thread that unwinds.
  for (DelayedStep *step : steps) {
    unwatch(*step);
    while (step->watchers)
      unwatch(*step->watchers);
  }
  for (DelayedStep *step : steps)
    drop(*step);
}

} // namespace tactus::splice
