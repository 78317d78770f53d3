//===- scheduler.cpp - the splicing scheduler -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Figure 5, for any number of threads. A thread runs until it enters a call, has run a part of a step, or wants to
// return. The call trees of the threads are kept in line:
//
//   * those that are least deep and do not want to return go on, in turn, the leading one first     (I, II)
//   * a thread that wants to return waits, while others are deeper or catch up                      (III, IV)
//   * when all want to return, the deepest do                                                       (V)
//
// A thread that waits for data takes no part, and a thread that has entered a frame without common data (locality
// check) goes on when all earlier ones want to return. Where the rules choose nobody, the first thread in the program's
// order that can goes on; and the first that has not ended always can, because nothing before it is pending. So there
// is no deadlock.
//
//===----------------------------------------------------------------------===//
#include "scheduler.h"

#include "context.h"
#include "dependence.h"
#include "effect_checks.h"
#include "event_log.h"
#include "fork.h"
#include "frames.h"
#include "overflow.h"
#include "statistics.h"
#include "steps.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace tactus::splice {

Thread &addThread(Group &group, effects inclusive, std::unique_ptr<detail::pending_call> call,
                  std::unique_ptr<detail::step_body> step) {
  auto thread = std::make_unique<Thread>();
  thread->running = detail::mode::spliced;
  thread->group = &group;
  thread->number = static_cast<unsigned>(group.threads.size());
  thread->inclusive = std::move(inclusive);
  thread->call = std::move(call);
  thread->step = std::move(step);
  group.threads.push_back(std::move(thread));
  return *group.threads.back();
}

//===--- On a thread ---===//

bool mayGoOn(Thread &thread) {
  if (!thread.cancelled)
    return true;
  if (std::uncaught_exceptions() == 0)
    throw Cancelled();
  return false;
}

bool yield(Thread &thread) {
  endPiece();
  suspend(thread);
  return mayGoOn(threadOf(thread));
}

static void runBody(Thread &thread) {
  if (thread.call) {
    thread.call->run();
    return;
  }
  detail::continuation nothing;
  nothing.is = detail::continuation::kind::nothing;
  runStep(thread, *thread.step, nothing);
}

/// All that happens on a thread's stack. That may become another thread's (join.cpp).
static void runThread(Thread &first) {
  arrive(first);
  try {
    runBody(first);
    Thread &thread = threadOf(first);
    logEvent("return", thread, thread.depth());
    clearRemaining(thread.top());
    thread.returning = true;
    yield(thread);
  } catch (const Cancelled &) {
    logEvent("cancelled", threadOf(first), threadOf(first).depth());
  } catch (...) {
    Thread &thread = threadOf(first);
    fail(thread, ++thread.sequence, std::current_exception());
  }
  Thread &thread = threadOf(first);
  while (thread.path.size() > thread.baseOfStack()) { // after an exception
    clearRemaining(thread.top());
    popFrame(thread);
  }
  first.call.reset();
  if (thread.guests.empty())
    thread.state = ThreadState::Ended;
  else
    thread.guestEnded = true;
  leave(thread);
}

//===--- Whose turn it is ---===//

static bool takesPart(const Thread &thread) {
  return thread.state == ThreadState::Fresh || thread.state == ThreadState::Runnable;
}

bool isOnItsWay(const Thread &thread) { return takesPart(thread) && !thread.returning && !thread.apart; }

/// All earlier threads want to return from where this one has entered, or have.
static bool othersHaveReturned(const Group &group, const Thread &thread) {
  for (unsigned number = 0; number < thread.number; ++number) {
    const Thread &earlier = *group.threads[number];
    if (takesPart(earlier) && (!earlier.returning || earlier.depth() > thread.depth()))
      return false;
  }
  return true;
}

static bool mayMove(const Group &group, Thread &thread) {
  if (!takesPart(thread) || thread.returning)
    return false;
  if (thread.apart && !thread.cancelled) {
    if (!othersHaveReturned(group, thread))
      return false;
    thread.apart = false;
  }
  return true;
}

/// The next one in turn among those that are least deep.
static Thread *chooseByDepth(Group &group) {
  auto count = static_cast<unsigned>(group.threads.size());
  Thread *chosen = nullptr;
  unsigned least = UINT_MAX;
  for (unsigned step = 1, number = group.last; step <= count; ++step) {
    number = number + 1 == count ? 0 : number + 1;
    Thread &thread = *group.threads[number];
    if (thread.depth() < least && mayMove(group, thread)) {
      chosen = &thread;
      least = thread.depth();
    }
  }
  return chosen;
}

/// The return of the top frame, which the thread has asked for.
static void pop(Thread &thread) {
  logEvent("pop", thread, thread.depth());
  popFrame(thread);
  thread.returning = false;
}

/// The deepest of those that want to return do so. Nobody wants to: false.
static bool popDeepest(Group &group) {
  unsigned deepest = 0;
  for (const auto &thread : group.threads)
    if (takesPart(*thread) && thread->returning)
      deepest = std::max(deepest, thread->depth());
  for (const auto &thread : group.threads)
    if (takesPart(*thread) && thread->returning && thread->depth() == deepest)
      pop(*thread);
  return deepest != 0;
}

static Thread *chooseCancelled(Group &group) {
  for (const auto &thread : group.threads)
    if (thread->cancelled && takesPart(*thread))
      return thread.get();
  return nullptr;
}

/// The thread to run, or null when all have ended.
static Thread *choose(Group &group) {
  if (group.failure.exception)
    if (Thread *thread = chooseCancelled(group))
      return thread;
  while (true) {
    if (Thread *thread = chooseByDepth(group))
      return thread;
    if (popDeepest(group))
      continue;
    for (const auto &thread : group.threads)
      if (takesPart(*thread)) {
        thread->apart = false;
        return thread.get();
      }
    return nullptr;
  }
}

//===--- The group ---===//

static bool allEnded(const Group &group) {
  return std::all_of(group.threads.begin(), group.threads.end(),
                     [](const auto &thread) { return thread->state == ThreadState::Ended && !thread->root; });
}

/// Before its first instruction a cancelled thread just ends.
static void endFresh(Thread &thread) {
  logEvent("cancelled", thread, thread.depth());
  clearRemaining(thread.top());
  popFrame(thread);
  thread.call.reset();
  thread.state = ThreadState::Ended;
}

static void runThreads(Group &group) {
  group.last = static_cast<unsigned>(group.threads.size()) - 1;
  while (true) {
    runReadySteps(group);
    Thread *thread = choose(group);
    if (!thread) {
      if (joinSomething(group))
        continue;
      break;
    }
    group.last = thread->number;
    if (thread->state == ThreadState::Fresh) {
      if (thread->cancelled) {
        endFresh(*thread);
        continue;
      }
      thread->state = ThreadState::Runnable;
    }
    logEvent("resume", *thread, thread->depth());
    resume(*thread);
    if (thread->guestEnded)
      endGuest(group, *thread);
    if (group.offers)
      pollForFork(group);
  }
}

static void requireEnd(const Group &group) {
  if (!allEnded(group)) {
    fprintf(stderr, "tactus: error: splicing: delayed steps wait for each other; an effect type's subset, disjoint or "
                    "unite contradict one another, or this is a bug to report\n");
    abort();
  }
}

/// Stacks and first frames for all. Without memory for them: false.
static bool prepareThreads(Group &group) {
  for (const auto &thread : group.threads)
    if (!thread->stack.acquire()) {
      for (const auto &other : group.threads)
        other->stack.release();
      return false;
    }
  for (const auto &thread : group.threads) {
    prepareContext(*thread, runThread);
    logEvent("thread", *thread, 0, &thread->inclusive);
  }
  for (const auto &thread : group.threads)
    pushFrame(*thread, thread->inclusive);
  return true;
}

static void runOneByOne(Group &group) {
  detail::context *outer = std::exchange(detail::current_context, nullptr);
  try {
    for (const auto &thread : group.threads) {
      ++group.counters.alone;
      if (thread->call)
        thread->call->run();
      else
        while (thread->step->run()) {
        }
    }
  } catch (...) {
    detail::current_context = outer;
    addToStatistics(group.counters);
    throw;
  }
  detail::current_context = outer;
  addToStatistics(group.counters);
}

void nameGroup(Group &group) {
  static std::atomic<unsigned> groups{0};
  openEventLog();
  group.identifier = groups.fetch_add(1, std::memory_order_relaxed);
}

/// Stacks of threads that have ended go, and what has been counted is added up.
static void finishGroup(Group &group) {
  for (const auto &thread : group.threads)
    if (thread->state == ThreadState::Ended)
      releaseContext(*thread);
  group.counters.extraBytes = group.mostBytes;
  addToStatistics(group.counters);
}

/// One call alone is a plain call: splicing has nothing to interleave it with. Where the program asks for one call at a
/// time, it asks for what other workers can take of it.
static bool isWorthThreads(const Group &group) { return group.threads.size() > 1 || group.forksAlone; }

bool runForkedGroup(Group &group) {
  detail::context *outer = std::exchange(detail::current_context, nullptr);
  bool prepared = prepareThreads(group);
  if (prepared) {
    watchForOverflow();
    runThreads(group);
    finishGroup(group);
  }
  detail::current_context = outer;
  return prepared;
}

void runGroup(Group &group) {
  nameGroup(group);
  if (!isWorthThreads(group) || !prepareThreads(group))
    return runOneByOne(group);
  watchForOverflow();
  ++group.counters.groups;
  group.counters.threads += group.threads.size();
  runThreads(group);
  requireEnd(group);
  discardKept(group);
  finishGroup(group);
  if (group.failure.exception)
    std::rethrow_exception(std::move(group.failure.exception));
}

} // namespace tactus::splice
