//===- collector.cpp - the calls of a try_splice --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "collector.h"

#include "fork.h"
#include "nodes.h"
#include "scheduler.h"
#include "settings.h"

#include <algorithm>

namespace tactus::splice {

namespace {
/// Sets the context of this thread of the operating system for a while.
class ContextScope {
  detail::context *before;

public:
  explicit ContextScope(detail::context *now) : before(std::exchange(detail::current_context, now)) {}
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;
  ~ContextScope() { detail::current_context = before; }
};
} // namespace

void flush(Collector &collector) {
  if (collector.group->threads.empty())
    return;
  ContextScope outside(nullptr);
  std::unique_ptr<Group> group = std::exchange(collector.group, std::make_unique<Group>());
  unsigned calls = std::exchange(collector.calls, 0U);
  group->site = collector.site;
  if (!collector.isTuned) {
    collector.later = true;
    return runGroup(*group);
  }
  uint64_t begin = ticksNow();
  runGroup(*group);
  // What is left over at the end says nothing, unless there never are more.
  if (calls == collector.wanted || !collector.later)
    collector.site->add(collector.wanted, calls, ticksNow() - begin);
  collector.later = true;
  collector.wanted = collector.site->next();
}

/// The group is ended before it has the calls that are wanted.
static void cut(Collector &collector, Cut why, const detail::code_place &place) {
  if (collector.group->threads.empty())
    return;
  if (collector.calls < collector.wanted)
    collector.site->addCut(why, place);
  flush(collector);
}

/// The two may not be in one group.
static bool conflict(const Thread &thread, const effects &inclusive, const effects &relied) {
  return interfere(thread.relied, inclusive) || interfere(thread.relied, relied) || interfere(thread.inclusive, relied);
}

static bool conflicts(const Group &group, const effects &inclusive, const effects &relied) {
  return std::any_of(group.threads.begin(), group.threads.end(),
                     [&](const auto &thread) { return conflict(*thread, inclusive, relied); });
}

void collectCall(Collector &collector, effects inclusive, Reliance relied, std::unique_ptr<detail::pending_call> call,
                 const detail::code_place &place) {
  if (conflicts(*collector.group, inclusive, relied.what))
    cut(collector, Cut::CallChanges, place);
  bool isAlone = !relied.what.written.empty() || interfere(relied.what, inclusive);
  if (isAlone)
    cut(collector, Cut::CallIsAlone, place);
  Thread &thread = addThread(*collector.group, std::move(inclusive), std::move(call), nullptr);
  thread.relied = std::move(relied.what);
  collector.group->reliesOnUnknown |= relied.onUnknown;
  collector.group->forksAlone = collector.forksAlone && !isAlone;
  ++collector.calls;
  if (isAlone)
    cut(collector, Cut::CallIsAlone, place);
  else if (collector.calls >= collector.wanted || collector.group->threads.size() >= MaximalThreads)
    flush(collector);
  // The rest of the body is the program's own code. Only here: whatever else looks for a context has it in hand.
  if (collector.isTuned && collector.group->threads.empty() && collector.site->staysPlain())
    detail::current_context = nullptr;
}

static bool interferes(const Group &group, const effects &what) {
  for (const auto &thread : group.threads)
    if (interfere(thread->inclusive, what))
      return true;
  return false;
}

/// Calls of the group rely on what the code between the calls changes.
static bool changesRelied(const Collector &collector, const effects &what) {
  const Group &group = *collector.group;
  if (collector.isNamed && group.reliesOnUnknown && !what.written.empty())
    return true;
  return std::any_of(group.threads.begin(), group.threads.end(),
                     [&](const auto &thread) { return interfere(thread->relied, what); });
}

static void runAll(detail::step_body &body) {
  ContextScope outside(nullptr);
  while (body.run()) {
  }
}

void collectStep(Collector &collector, detail::step_body &body, const detail::code_place &place) {
  effects all;
  body.all_parts(all);
  if (changesRelied(collector, all))
    cut(collector, Cut::CodeChanges, place);
  if (!interferes(*collector.group, all))
    return runAll(body);
  addThread(*collector.group, std::move(all), nullptr, std::unique_ptr<detail::step_body>(body.move_to_heap()));
  if (collector.group->threads.size() >= MaximalThreads)
    flush(collector);
}

void runStepOutside(Collector &collector, detail::step_body &body, const detail::code_place &place) {
  effects all;
  body.all_parts(all);
  settle(collector, all, place);
  runAll(body);
}

void settle(Collector &collector, const effects &what, const detail::code_place &place) {
  if (changesRelied(collector, what))
    cut(collector, Cut::CodeChanges, place);
  else if (interferes(*collector.group, what))
    cut(collector, Cut::CodeInterferes, place);
}

/// Behind the last call.
void end(Collector &collector) {
  if (collector.calls == 1 && collector.wanted > 1 && !collector.later)
    collector.site->noteCut(Cut::CallsEnd, {collector.site->forks.file, collector.site->forks.line});
  flush(collector);
}

/// Runs the body; if it throws, what it has called before happens first, and may throw first.
static void runBody(Collector &collector, void (*body)(void *), void *argument) {
  {
    ContextScope collecting(&collector);
    try {
      body(argument);
    } catch (...) {
      flush(collector);
      throw;
    }
  }
  end(collector);
}

bool prepare(Collector &collector, unsigned count, detail::splice_site &site, const detail::code_place &place) {
  auto isPlain = [&](Cut why) {
    tuningOf(site, place).noteCut(why, place);
    return false;
  };
  if (detail::current_context)
    return isPlain(Cut::IsInside);
  if (settings().count)
    count = settings().count;
  else
    collector.forksAlone = count == 1 && mayFork();
  if (count == 1 && !collector.forksAlone)
    return isPlain(Cut::OneIsWanted);
  if (mayFork())
    placeWorkers();
  collector.running = detail::mode::collecting;
  collector.wanted = count > MaximalThreads ? MaximalThreads : count;
  collector.site = &tuningOf(site, place);
  if (!count && collector.site->staysPlain())
    return false;
  if (!count) {
    collector.isTuned = true;
    collector.wanted = collector.site->next();
  }
  return true;
}

void detail::try_splice(unsigned count, splice_site &site, const code_place &place, void (*body)(void *),
                        void *argument) {
  Collector collector;
  if (prepare(collector, count, site, place))
    runBody(collector, body, argument);
  else
    body(argument);
}

} // namespace tactus::splice
