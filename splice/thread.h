//===- thread.h - user-level threads, their frames and delayed steps ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   Group         the calls that one try_splice runs together; a thread for each, in the program's order
//   Thread        a stack of its own, and the path of frames from the call that it runs to where it is
//   Frame         one call, with what it declares and what it may still do (figure 6)
//   DelayedStep   a step on the heap, or one on the stack of a thread that waits for it
//
//      Group ── Thread 0 ── frame ── frame ── frame          path: what is still to come
//            │              │         └ delayed              tree: what has been left behind
//            └─ Thread 1 ── frame ── frame
//                           └ frame (returned)
//                              └ delayed
//
// The frames of a thread and its delayed steps are a tree. A frame that has returned stays as long as there are delayed
// steps below it. What a thread has pending is what the frames of its path may still do, and its delayed steps; it only
// ever shrinks. All that the scheduler concludes rests on that.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_SPLICE_THREAD_H
#define TACTUS_SPLICE_THREAD_H

#include "counters.h"
#include "settings.h"
#include "stack.h"

#include "tactus/splice/core.hpp"

#include <array>
#include <exception>
#include <memory>
#include <vector>

namespace tactus::splice {

struct DelayedStep;
struct Fork;
struct Frame;
struct Group;
class SiteTuning;
struct Thread;

/// Something pending that delayed steps wait for. Each waits for one thing at a time: when that has gone or shrunk, it
/// looks for the next one. As pending work only shrinks, nothing that was passed can come back.
struct Watched {
  DelayedStep *watchers = nullptr;
  /// It is elsewhere (fork.h), or a step that waits for something that is.
  bool stuck = false;
};

/// What a thread's steps and parts that have run did, as far as it is remembered (§7, transitive effects). Whatever of
/// the threads before this one would interfere with it had gone when the step ran, and nothing comes back. So a step of
/// a later thread that does no more than this need not ask those threads.
class DoneEffects {
public:
  void add(const effects &part) {
    addTo(done_.read, part.read);
    addTo(done_.written, part.written);
  }
  [[nodiscard]] bool cover(const effects &part) const { return covers(done_, part); }

private:
  /// Ranges of bytes that touch become one; of others the latest are remembered.
  static void addTo(region_set &set, const region_set &part);

  effects done_;
};

} // namespace tactus::splice

/// What <tactus/splice.hpp> knows of a frame: that there is one.
struct tactus::splice::detail::frame_record {};

namespace tactus::splice {

struct Frame : detail::frame_record, Watched {
  /// IE: what the call declares.
  effects inclusive;
  /// What the call itself may still do: IE, then the continuation effects of where it is, nothing after the return.
  effects remaining;
  Thread *thread = nullptr;
  Frame *parent = nullptr;
  /// Children on the path or with delayed steps, the latest first.
  Frame *firstChild = nullptr, *nextSibling = nullptr, *previousSibling = nullptr;
  /// Delayed steps of the call itself, the latest first.
  DelayedStep *delayed = nullptr;
  /// Delayed steps in the tree below.
  unsigned live = 0;
  /// On the path of its thread.
  bool active = true;
  /// `splice::last` has been said.
  bool finished = false;
  /// The calls that are left of its `finish`, if they do not interfere with the one that runs; and the thread of
  /// another group that runs them. `remaining` stays what they do until that has been joined.
  detail::rest_of_calls *rest = nullptr;
  Thread *forked = nullptr;
  /// For each earlier thread: frames of its path above this depth do not interfere with `inclusive`, and so never will
  /// with anything below this frame (§7, refinement).
  std::array<uint8_t, MaximalThreads> start;
};

struct DelayedStep : Watched {
  detail::step_body *body = nullptr;
  /// The effects of the next part, and of all that is left.
  effects next, pending;
  Frame *home = nullptr;
  /// The program's order within the thread.
  uint64_t sequence = 0;
  DelayedStep *previousInHome = nullptr, *nextInHome = nullptr;
  /// Among those of its thread.
  DelayedStep *previousInThread = nullptr, *nextInThread = nullptr;
  /// The one thing that it waits for, and the others who do.
  Watched *watched = nullptr;
  DelayedStep *previousWatcher = nullptr, *nextWatcher = nullptr;
  /// Threads from this one up to its own do not interfere with the next part, but for what it waits for.
  unsigned clearFrom = 0;
  /// The thread whose stack it is on, if it waits there.
  Thread *waiting = nullptr;
  std::size_t bytes = 0;
};

/// What the C++ runtime keeps for each thread of the operating system, and has to be kept for each of ours: the
/// exceptions being handled.
struct ExceptionState {
  void *caught = nullptr;
  unsigned uncaught = 0;
};

/// Rounding modes, masks of exceptions and the like: a callee keeps them, so a thread does.
struct ControlWords {
  uint32_t mxcsr = 0;
  uint16_t x87 = 0;
  friend bool operator==(const ControlWords &, const ControlWords &) = default;
};

enum class ThreadState : uint8_t { Fresh, Runnable, Waiting, Ended };

/// The stack that a thread runs on, and what belongs to it.
struct StackContext {
  Stack stack;
  /// The stack pointer while another thread runs.
  void *saved = nullptr;
  /// Of AddressSanitizer and ThreadSanitizer.
  void *fakeStack = nullptr, *fiber = nullptr;
  ExceptionState exceptions;
  ControlWords control;
};

struct Thread : detail::context, StackContext {
  Group *group = nullptr;
  unsigned number = 0;
  ThreadState state = ThreadState::Fresh;
  /// Wants to return from its top frame (the paper's term).
  bool returning = false;
  /// Has entered a frame that has no data in common with earlier threads: goes on when they are ready to return.
  bool apart = false;
  /// Something earlier in the program has thrown: this thread unwinds.
  bool cancelled = false;
  /// What it runs: a call, or a step that stands between calls.
  std::unique_ptr<detail::pending_call> call;
  std::unique_ptr<detail::step_body> step;
  effects inclusive;
  /// Of the call, beside that (reliance.h).
  effects relied;
  std::vector<Frame *> path;
  Frame *root = nullptr;
  /// All delayed steps, the latest first.
  DelayedStep *delayed = nullptr;
  /// Of the last step, and what the numbers of all steps stay below: what has been forked has those behind.
  uint64_t sequence = 0, sequenceEnd = UINT64_MAX / 2;
  DoneEffects done;
  /// The step on its stack that it waits for.
  DelayedStep *waitsFor = nullptr;

  // In parallel (fork.h):
  /// What is pending in other groups before this thread's steps, and behind them but before the next thread's. Fixed
  /// when the group was forked, and too much from then on, never too little (algorithm 1).
  std::vector<effects> before, behind;
  /// The frame whose rest it runs. Belongs to the group that has forked this one.
  Frame *origin = nullptr;
  /// Its top frame's rest runs elsewhere, and it waits for that.
  bool atJoin = false;
  /// Forked threads that were left waiting, and have become a part of this one: it runs on their stacks, the last one's
  /// first, which keep its own meanwhile.
  std::vector<Thread *> guests;
  /// The stack of the last guest has come to its end.
  bool guestEnded = false;
  /// As a guest: whose, and the depth at which its frames begin there.
  Thread *host = nullptr;
  unsigned base = 0;

  [[nodiscard]] unsigned depth() const { return static_cast<unsigned>(path.size()); }
  [[nodiscard]] Frame &top() const { return *path.back(); }
  /// Where the frames begin that belong to the stack it runs on.
  [[nodiscard]] std::size_t baseOfStack() const { return guests.empty() ? 0 : guests.back()->base; }
  /// Whose `saved` the first frame on the stack it runs on leads to.
  [[nodiscard]] Group &groupOfStack() const { return guests.empty() ? *group : *guests.back()->group; }
};

/// The thread that code on a stack belongs to, which began as that of `where`.
inline Thread &threadOf(detail::context &where) {
  auto *thread = static_cast<Thread *>(&where);
  while (thread->host)
    thread = thread->host;
  return *thread;
}

/// The exception that leaves the group: the first in the program's order of those that have happened.
struct Failure {
  std::exception_ptr exception;
  unsigned thread = 0;
  uint64_t sequence = 0;
};

struct Group {
  /// The try_splice that has made it, or its maker.
  SiteTuning *site = nullptr;
  std::vector<std::unique_ptr<Thread>> threads;
  /// A call of it may read any variable.
  bool reliesOnUnknown = false;
  /// Some memory of which it is known that the group does not write it (isConstant).
  std::array<address_range, 8> constants;
  /// Its only call runs as a thread all the same, so that others may take parts of it.
  bool forksAlone = false;
  void *saved = nullptr;
  /// The number of the thread that has run last.
  unsigned last = 0;
  /// Delayed steps that may run, the latest first.
  Watched ready;
  std::size_t bytes = 0;
  std::size_t mostBytes = 0;
  Failure failure;
  /// Work to be taken back because of `failure`.
  bool cancelling = false;
  Counters counters;
  unsigned identifier = 0;
  const void *callerStack = nullptr;
  std::size_t callerStackSize = 0;
  void *callerFakeStack = nullptr, *callerFiber = nullptr;

  // In parallel (fork.h):
  /// What is not known to have happened in other groups: nobody wakes those who wait for it before the join.
  Watched elsewhere;
  /// Frames with a rest that can be forked.
  unsigned offers = 0;
  /// What has been forked and not joined, the latest last.
  std::vector<std::unique_ptr<Fork>> forks;
  /// Joined groups with threads whose work is not part of this one yet, or that are guests here.
  std::vector<std::unique_ptr<Group>> kept;
  /// How many of its threads are that, of a group that has been joined.
  unsigned inUse = 0;
  bool joined = false;

  Group();
  ~Group();
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;
};

/// Thrown through the functions on a cancelled thread, so that their objects are destroyed. Not for handlers: who
/// catches it with (...) meets it again at the next call or step.
struct Cancelled {};

} // namespace tactus::splice

#endif // TACTUS_SPLICE_THREAD_H
