//===- interface.cpp - calls and steps, as <tactus/splice.hpp> makes them -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "check.h"
#include "collector.h"
#include "dependence.h"
#include "effect_checks.h"
#include "event_log.h"
#include "frames.h"
#include "scheduler.h"
#include "steps.h"

namespace tactus::splice {

/// An earlier thread has in hand, or has just called, something that the new frame shares data with (§5, locality
/// checks). With nobody before it there is nothing to be had, and nothing to wait for.
static bool hasLocality(const Thread &thread) {
  bool anybody = false;
  for (unsigned number = thread.number; number-- > 0;) {
    const Thread &earlier = *thread.group->threads[number];
    for (std::size_t depth = earlier.path.size(), frames = 0; depth-- > 0 && frames < 2; ++frames) {
      anybody = true;
      if (share(earlier.path[depth]->inclusive, thread.top().inclusive))
        return true;
    }
  }
  return !anybody;
}

namespace detail {

__thread context *current_context [[gnu::tls_model("initial-exec")]] = nullptr;

/// The thread waits for what the call interferes with; then the call is one piece, like a step.
static void beginPlainCall(Thread &first, const effects &inclusive) {
  ++first.group->counters.plainCalls;
  waitUntilClear(first, inclusive);
  Thread &thread = threadOf(first);
  thread.stack.noteDepth();
  beginPiece(inclusive, thread);
  current_context = nullptr;
}

bool enter_call(context &where, const effects &inclusive, const continuation &rest, const code_place &place) {
  Thread &thread = threadOf(where);
  if (!mayGoOn(thread))
    return true;
  Frame &caller = thread.top();
  checkWithin(caller, "a call", inclusive, place);
  checkRest(caller, rest, place);
  if (thread.stack.isDeep(__builtin_frame_address(0))) {
    beginPlainCall(thread, inclusive);
    return false;
  }
  pushFrame(thread, inclusive);
  continueWith(caller, rest); // the call is there by now, for those who have waited for it
  logEvent("call", thread, thread.depth(), &inclusive, &caller.remaining);
  if (!hasLocality(thread)) {
    ++thread.group->counters.withoutLocality;
    thread.apart = true;
    logEvent("apart", thread, thread.depth());
  }
  yield(thread);
  return true;
}

void leave_plain_call(context &where, const continuation &rest) noexcept {
  current_context = &where;
  endPiece();
  if (std::uncaught_exceptions() == 0)
    continueWith(threadOf(where).top(), rest);
}

void leave_call(context &where) {
  Thread &thread = threadOf(where);
  if (!mayGoOn(thread))
    return;
  logEvent("return", thread, thread.depth());
  clearRemaining(thread.top());
  thread.returning = true;
  yield(thread);
}

void abandon_call(context &where) noexcept {
  Thread &thread = threadOf(where);
  if (thread.cancelled || thread.path.size() < thread.baseOfStack() + 2)
    return; // its frames go together, at its end
  logEvent("abandon", thread, thread.depth());
  clearRemaining(thread.top());
  popFrame(thread);
}

/// For TACTUS_STATS: others can only run between parts if there are some.
static void noteDivision(const Thread &thread, const step_body &body, const code_place &place) {
  division how = body.divided();
  if (how != division::whole && thread.group->site)
    thread.group->site->addDivision(how == division::one_part, place);
}

void run_step(context &where, step_body &body, const continuation &rest, const code_place &place) {
  if (where.running == mode::collecting)
    return collectStep(static_cast<Collector &>(where), body, place);
  Thread &thread = threadOf(where);
  if (!mayGoOn(thread))
    return;
  effects all;
  body.all_parts(all);
  checkWithin(thread.top(), "a step", all, place);
  checkRest(thread.top(), rest, place);
  if (settings().statistics) [[unlikely]]
    noteDivision(thread, body, place);
  runStep(thread, body, rest);
}

void run_step_now(context &where, step_body &body, const continuation &rest, const code_place &place) {
  if (where.running == mode::collecting)
    return runStepOutside(static_cast<Collector &>(where), body, place);
  Thread &thread = threadOf(where);
  if (!mayGoOn(thread))
    throw Cancelled(); // there is no value to return
  effects all;
  body.all_parts(all);
  checkWithin(thread.top(), "a step", all, place);
  checkRest(thread.top(), rest, place);
  runStepNow(thread, body, rest);
}

void collect_call(context &collector, effects inclusive, pending_call *call) {
  collectCall(static_cast<Collector &>(collector), std::move(inclusive), Reliance(),
              std::unique_ptr<pending_call>(call), {"", 0});
}

} // namespace detail
} // namespace tactus::splice
