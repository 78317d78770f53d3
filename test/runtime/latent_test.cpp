//===- latent_test.cpp - explicit records, and their order among compiled loops ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "frames/latent_work.h"
#include "frames/stack_walk.h"
#include "os/clock.h"
#include "os/settings.h"
#include "regions/strand_slot.h"
#include "slots/pool.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/thread.h"
#include "workers/fork.h"
#include "workers/promotion.h"

#include <deque>
#include <functional>
#include <future>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

int runs;
void runFork(const uint64_t *environment, void *result) {
  ++runs;
  if (result)
    *static_cast<uint64_t *>(result) = environment[0] * 10;
}
int discarded;
void discardFork(void *) { ++discarded; }
tactus_fork_descriptor forkSite{runFork, "fork.c", "fork", 7, 1, 1, 8, TACTUS_UNKNOWN_WEIGHT, 0, discardFork, 0};

/// A fork's record, linked while it lives.
struct Record {
  tactus_latent latent{};
  uint64_t word;

  explicit Record(uint64_t value = 0) : word(value) {
    latent.kind = TACTUS_LATENT_FORK;
    latent.fork = {&forkSite, &word};
    ensureListBase();
    tactus_latent_link(&latent);
  }
  tactus_fork_record *pop() {
    if (latent.special)
      return tactus_latent_pop(&latent);
    tactus_latent_top = latent.older;
    return nullptr;
  }
};

class Latent : public ::testing::Test {
protected:
  ThreadState *thread = nullptr;
  /// The pool is made once in a process, with two slots for all tests. Where the other one is taken, nobody is woken,
  /// and an idle worker is not fed without tokens (docs/pcall.md).
  bool takesOtherSlot = true;
  std::mutex held;
  std::thread other;
  Settings found;
  void SetUp() override {
    found = settings;
    settings.workers = 2;
    thread = currentThread();
    tactus_credit = 0;
    ASSERT_TRUE(thread);
    thread->walks.allowAtOnce();
    ASSERT_TRUE(acquireSlot(*thread));
    runs = discarded = 0;
    if (takesOtherSlot)
      takeOtherSlot();
  }
  void takeOtherSlot() {
    std::promise<bool> hasSlot;
    held.lock();
    other = std::thread([&] {
      ThreadState &state = *currentThread();
      bool isTaken = acquireSlot(state);
      hasSlot.set_value(isTaken);
      std::lock_guard wait(held);
      if (isTaken)
        giveSlotBack(state);
    });
    ASSERT_TRUE(hasSlot.get_future().get());
    ASSERT_EQ(idleSlotCount(), 0u);
  }
  void TearDown() override {
    if (other.joinable()) {
      held.unlock();
      other.join();
    }
    EXPECT_EQ(thread->slot ? thread->slot->deque.size() : 0, 0u);
    if (thread->slot)
      giveSlotBack(*thread);
    EXPECT_EQ(thread->openJoins, 0u);
    // What the next test begins with.
    settings = found;
    thread->tokens = 0;
  }
  LatentPart oldest() {
    LatentPart part;
    EXPECT_EQ(collectRecords(*thread, 1, &part), 1u);
    return part;
  }
  void promoteOldest() { EXPECT_EQ(promotePart(*thread, oldest(), 0), Promotion::Done); }
  void keepSlot() {
    // Joining the last fork gives the slot back.
    if (!thread->slot)
      ASSERT_TRUE(acquireSlot(*thread));
  }
};

TEST_F(Latent, TheOldestFirst) {
  Record a(1), b(2), c(3);
  LatentPart parts[8];
  ASSERT_EQ(collectRecords(*thread, 8, parts), 3u);
  for (unsigned index = 0; index < 3; ++index)
    EXPECT_EQ(parts[index].level, index);
  EXPECT_EQ(parts[0].fork.record, &a.latent);
  EXPECT_EQ(parts[2].fork.record, &c.latent);
  promoteOldest();
  promoteOldest();
  EXPECT_NE(a.latent.special, nullptr);
  EXPECT_NE(b.latent.special, nullptr);
  EXPECT_EQ(oldest().fork.record, &c.latent);
  EXPECT_EQ(oldest().level, 2u);

  EXPECT_EQ(c.pop(), nullptr);
  // Below the boundary nothing is latent; a record that is pushed on it is.
  tactus_fork_record *ofB = b.pop();
  ASSERT_NE(ofB, nullptr);
  Record d(4);
  EXPECT_EQ(oldest().fork.record, &d.latent);
  EXPECT_EQ(oldest().level, 1u);
  EXPECT_EQ(d.pop(), nullptr);
  tactus_fork_join(ofB);
  EXPECT_EQ(*static_cast<uint64_t *>(ofB->result), 20u);
  tactus_fork_release(ofB);
  tactus_fork_record *ofA = a.pop();
  ASSERT_NE(ofA, nullptr);
  tactus_fork_discard(ofA); // nobody has started it
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(discarded, 0);
  LatentPart none;
  EXPECT_EQ(collectRecords(*thread, 1, &none), 0u);
}

TEST_F(Latent, AMillionRecordsAreNotScanned) {
  std::deque<Record> records;
  for (uint64_t index = 0; index < 1000000; ++index)
    records.emplace_back(index);
  // Quadratic in the number of records, if the list were walked.
  for (unsigned round = 0; round < 200; ++round) {
    EXPECT_EQ(oldest().fork.record, &records[round].latent);
    promoteOldest();
  }
  while (!records.empty()) {
    if (tactus_fork_record *record = records.back().pop()) {
      keepSlot();
      EXPECT_EQ(tactus_fork_cancel(record), 0);
      tactus_fork_release(record);
    }
    records.pop_back();
  }
  EXPECT_EQ(runs, 0);
}

TEST_F(Latent, AThatRanHasAResultToDiscard) {
  Record a(1);
  promoteOldest();
  // As if a thief had run it.
  Task *task = thread->slot->deque.steal();
  ASSERT_NE(task, nullptr);
  runFork(task->environment(), task->result);
  task->hasRun = true;
  task->join->returnedTokens = 5;
  EXPECT_FALSE(task->join->state.complete());
  uint64_t before = thread->tokens;
  tactus_fork_discard(a.pop());
  EXPECT_EQ(discarded, 1);
  EXPECT_EQ(thread->tokens, before + 5);
}

TEST_F(Latent, TasksGetHalfOfTheTokens) {
  thread->tokens = 9;
  Record a(1), b(2);
  promoteOldest();
  EXPECT_EQ(thread->tokens, 5u);
  promoteOldest();
  EXPECT_EQ(thread->tokens, 3u);
  // Not stolen: what the task got is dropped.
  for (Record *record : {&b, &a}) {
    tactus_fork_record *promoted = record->pop();
    keepSlot();
    tactus_fork_join(promoted);
    tactus_fork_release(promoted);
  }
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(thread->tokens, 3u);
}

TEST_F(Latent, LoopsAmongForks) {
  Record a(1);
  struct {
    tactus_latent latent{};
    tactus_strip strip{4, 10};
    Slot slot{flatLoop, 20};
  } record;
  auto &[loop, strip, slot] = record;
  loop.kind = TACTUS_LATENT_LOOP;
  tactus_latent_link(&loop);
  Record b(2);
  promoteOldest();
  LatentPart part = oldest();
  ASSERT_EQ(part.kind, LatentPart::Loop);
  EXPECT_EQ(part.loop.iteration, 4u);
  EXPECT_FALSE(part.loop.iterationIsNext); // b is below: the iteration is being executed
  promoteOldest();
  EXPECT_EQ(slot.slot.end, 5u);
  EXPECT_EQ(strip.end, 5u);
  EXPECT_EQ(oldest().fork.record, &b.latent);
  EXPECT_NE(loop.special, nullptr); // the boundary has moved over it
  EXPECT_EQ(b.pop(), nullptr);
  EXPECT_EQ(tactus_latent_pop(&loop), nullptr);
  while (thread->slot->deque.pop())
    ;
  freeJoin(slot.slot);
  thread->openJoins = 0;
  tactus_fork_release(a.pop());
}

/// Collects from inside the body of a compiled loop, with records in frames on both sides of it.
std::function<void(const LatentWork &)> inspect;
__attribute__((noinline)) void collectingBody(uint64_t, void *) {
  Record inner(2);
  ThreadState &thread = *currentThread();
  const MapTable *table = holdTable(thread);
  auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  CallerState caller{reinterpret_cast<uintptr_t>(__builtin_return_address(0)), frame + 16,
                     *reinterpret_cast<uintptr_t *>(frame), 0};
  LatentWork work;
  collectLatent(thread, *table, caller, 8, work);
  releaseTable(thread);
  inspect(work);
  inner.pop();
}

TEST_F(Latent, OneOrderWithCompiledLoops) {
  settings.heartbeatMicroseconds = 0; // the loops stay whole
  registerLoops();
  Record outer(1);
  unsigned calls = 0;
  inspect = [&](const LatentWork &work) {
    ASSERT_EQ(work.count, calls < 2 ? 3u : 2u); // the last iteration leaves nothing
    EXPECT_EQ(work.parts[0].fork.record, &outer.latent);
    if (calls < 2) {
      EXPECT_EQ(work.parts[1].kind, LatentPart::Loop);
      EXPECT_EQ(work.parts[1].loop.iteration, calls);
      EXPECT_EQ(work.parts[1].level, 1u);
    }
    EXPECT_EQ(work.parts[work.count - 1].kind, LatentPart::Fork);
    ++calls;
  };
  Slot slot(flatLoop, 3);
  compiledLoop(&slot.slot, 0, collectingBody, nullptr);
  EXPECT_EQ(calls, 3u);
  outer.pop();
}

TEST_F(Latent, APollPromotesTheForkThatPolls) {
  settings.promoteAll = true;
  uint64_t word = 4;
  tactus_fork_record *record = tactus_fork_poll(&forkSite, &word);
  EXPECT_LE(tactus_credit, 0);
  ASSERT_NE(record, nullptr);
  word = 5; // the task has its own copy
  tactus_fork_join(record);
  EXPECT_EQ(*static_cast<uint64_t *>(record->result), 40u);
  tactus_fork_release(record);
  EXPECT_EQ(forkSite.promotions > 0, true);
  keepSlot();
}

/// Is told of promotions while it lives.
class Watcher {
public:
  struct Promotion {
    uintptr_t frame;
    std::thread::id thread;
    int64_t queuedTasks;
  };

  Watcher() {
    told.clear();
    tactus_watch_promotions([](const void *frame, tactus_fork_record *) {
      told.push_back({reinterpret_cast<uintptr_t>(frame), std::this_thread::get_id(),
                      static_cast<int64_t>(currentThread()->slot->deque.size())});
    });
  }
  ~Watcher() { tactus_watch_promotions(nullptr); }

  inline static std::vector<Promotion> told;
};

/// A frame that is called by the caller's, so that it lies below.
template <typename Action> __attribute__((noinline)) uintptr_t below(Action action) {
  action();
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
}

TEST_F(Latent, AWatcherIsToldOfWhatIsPromoted) {
  Watcher watcher;
  tactus_fork_descriptor watchedSite = forkSite;
  watchedSite.flags = TACTUS_FORK_IS_WATCHED;
  Record unwatched(1);
  promoteOldest();
  EXPECT_TRUE(Watcher::told.empty());

  // What began before the fork does not lie below the address, and what its first branch has does.
  auto before = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  uintptr_t branch = 0;
  auto expectTold = [&](size_t count) {
    ASSERT_EQ(Watcher::told.size(), count);
    EXPECT_LE(Watcher::told.back().frame, before);
    EXPECT_GT(Watcher::told.back().frame, branch);
    EXPECT_EQ(Watcher::told.back().thread, std::this_thread::get_id());
    // Nobody can have begun the task.
    EXPECT_EQ(Watcher::told.back().queuedTasks + 1, static_cast<int64_t>(thread->slot->deque.size()));
  };
  below([&] {
    Record watched(2);
    watched.latent.fork.descriptor = &watchedSite;
    branch = below([&] { promoteOldest(); });
    expectTold(1);
    tactus_fork_record *record = watched.pop();
    EXPECT_EQ(tactus_fork_cancel(record), 0);
    tactus_fork_release(record);
  });
  settings.promoteAll = true;
  below([&] {
    uint64_t word = 3;
    tactus_fork_record *record = tactus_fork_poll(&watchedSite, &word);
    ASSERT_NE(record, nullptr);
    branch = below([] {});
    expectTold(2);
    tactus_fork_join(record);
    tactus_fork_release(record);
  });
  uint64_t word = 4;
  tactus_fork_record *now = tactus_fork_now(&watchedSite, &word);
  ASSERT_NE(now, nullptr);
  ASSERT_EQ(Watcher::told.size(), 3u);
  EXPECT_EQ(Watcher::told.back().frame, 0u);
  tactus_fork_join(now);
  tactus_fork_release(now);
  tactus_fork_discard(unwatched.pop());
  EXPECT_EQ(Watcher::told.size(), 3u);
  keepSlot();
}

TEST_F(Latent, WatchedForksThatOthersWantNeedNoBeat) {
  int32_t wanted = 0;
  tactus_promote_for_others(&wanted);
  tactus_fork_descriptor watchedSite = forkSite;
  watchedSite.flags = TACTUS_FORK_IS_WATCHED | TACTUS_FORK_DISCARDS_UNSTARTED;
  uint64_t word = 3;
  auto poll = [&](tactus_fork_descriptor &site) {
    thread->nextBeat = UINT64_MAX / 2;
    thread->tokens = 0;
    return tactus_fork_poll(&site, &word);
  };
  EXPECT_EQ(poll(watchedSite), nullptr);
  wanted = 1;
  EXPECT_EQ(poll(forkSite), nullptr);
  tactus_fork_record *record = poll(watchedSite);
  ASSERT_NE(record, nullptr);
  // Nobody has started it, and others may know it all the same.
  tactus_fork_discard(record);
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(discarded, 1);
  keepSlot();
}

/// What a poll of code with a handler says, and the credit that it leaves.
struct HandlerPoll {
  bool runs;
  int64_t credit;
};
HandlerPoll pollHandler(int64_t &weight) {
  int64_t answer = tactus_handler_poll(&weight);
  return {answer < 0, answer < 0 ? ~answer : answer};
}

/// Where a worker is idle.
class LatentOfTwo : public Latent {
protected:
  LatentOfTwo() { takesOtherSlot = false; }
};

/// MPL, Theorem 4.1: each promotion spends a token that a beat has granted, but for the token that a computation begins
/// with.
class Tokens : public Latent {
protected:
  /// A poll that comes when a beat is due, or long before. What it promotes is run as if a thief had.
  void poll(bool due) {
    thread->walks.allowAtOnce();
    thread->nextBeat = due ? 0 : clock::now() + (uint64_t{1} << 40);
    Record record;
    tactus_latent_poll();
    EXPECT_EQ(record.pop(), nullptr); // younger than those that wait
    while (Task *task = thread->slot->deque.steal()) {
      dropped += task->tokens;
      task->hasRun = true;
      EXPECT_FALSE(task->join->state.complete());
    }
  }
  uint64_t dropped = 0;

  void check(uint64_t tokensPerBeat, bool classic) {
    constexpr unsigned Polls = 400, PollsPerBeat = 8;
    settings.tokensPerBeat = tokensPerBeat;
    settings.classicTokens = classic;
    Counters &counters = thread->counters;
    uint64_t entry = thread->tokens = 1, promotions = counters.promotions.get(), beats = counters.beatsSeen.get();
    std::deque<Record> waiting;
    for (unsigned i = 0; i < Polls; ++i)
      waiting.emplace_back(i);
    for (unsigned i = 1; i <= Polls; ++i) {
      poll(i % PollsPerBeat == 0);
      uint64_t granted = (counters.beatsSeen.get() - beats) * tokensPerBeat;
      uint64_t spent = counters.promotions.get() - promotions;
      EXPECT_LE(spent, granted + entry);
      if (!classic)
        EXPECT_EQ(granted + entry, spent + thread->tokens + dropped);
    }
    EXPECT_EQ(counters.beatsSeen.get() - beats, Polls / PollsPerBeat);
    // None was kept in vain, and none was kept where they are not.
    uint64_t spent = counters.promotions.get() - promotions;
    if (classic || tokensPerBeat == 1)
      EXPECT_GE(spent, Polls / PollsPerBeat);
    else
      EXPECT_GT(spent, Polls / PollsPerBeat);
    while (!waiting.empty()) {
      if (tactus_fork_record *record = waiting.back().pop()) {
        keepSlot();
        tactus_fork_join(record);
        tactus_fork_release(record);
      }
      waiting.pop_back();
    }
    keepSlot();
  }
};

TEST_F(Tokens, PayForPromotions) { check(1, false); }
TEST_F(Tokens, SeveralABeat) { check(5, false); }
TEST_F(Tokens, Classic) { check(3, true); }

TEST_F(LatentOfTwo, AHandlerRunsWhenABeatIsDue) {
  int64_t weight = 1000;
  thread->nextBeat = 0;
  HandlerPoll first = pollHandler(weight);
  EXPECT_TRUE(first.runs);
  // A handler that finds nothing goes back to where it was polled for, and must get on from there.
  EXPECT_GE(first.credit, weight);
  EXPECT_GT(thread->nextBeat, 0u);
  // The beat's token is kept for its fork.
  EXPECT_GT(thread->tokens, 0u);
  thread->tokens = 0;
  delayBeat(*thread);
  thread->nextBeat += uint64_t{1} << 40;
  EXPECT_FALSE(pollHandler(weight).runs);
}

TEST_F(Latent, AHandlerIsYoungerThanAllRecords) {
  int64_t weight = 1000;
  Record record(3);
  settings.promoteAll = true;
  // The record is older and goes first; then it is the handler's turn.
  EXPECT_FALSE(pollHandler(weight).runs);
  EXPECT_NE(record.latent.special, nullptr);
  EXPECT_TRUE(pollHandler(weight).runs);
  tactus_fork_record *promoted = record.pop();
  ASSERT_NE(promoted, nullptr);
  tactus_fork_join(promoted);
  EXPECT_EQ(*static_cast<uint64_t *>(promoted->result), 30u);
  tactus_fork_release(promoted);
  keepSlot();
}

TEST_F(LatentOfTwo, APeekSaysWhetherThereIsWorkAndDoesNone) {
  int64_t weight = 1000;
  Record record(3);
  thread->tokens = 0;
  thread->nextBeat = 0;
  uint64_t polls = thread->counters.polls.get();
  EXPECT_LT(tactus_handler_peek(&weight), 0);
  EXPECT_EQ(record.latent.special, nullptr);
  EXPECT_EQ(thread->nextBeat, 0u);
  EXPECT_EQ(thread->counters.polls.get(), polls);
  delayBeat(*thread);
  thread->nextBeat += uint64_t{1} << 40;
  // Nothing is due: the peek is the poll.
  EXPECT_GT(tactus_handler_peek(&weight), 0);
  EXPECT_EQ(thread->counters.polls.get(), polls + 1);
  // A token is for another worker, which will look for work.
  thread->tokens = 1;
  EXPECT_LT(tactus_handler_peek(&weight), 0);
  thread->tokens = 0;
  settings.promoteAll = true;
  EXPECT_LT(tactus_handler_peek(&weight), 0);
  EXPECT_EQ(record.pop(), nullptr);
}

} // namespace
