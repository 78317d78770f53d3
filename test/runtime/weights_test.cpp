//===- weights_test.cpp - prices of iterations and the rhythm of polls ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "abi/policy.h"
#include "compiled.h"
#include "frames/latent_work.h"
#include "frames/slow_calls.h"
#include "heartbeat/weights.h"
#include "os/clock.h"
#include "os/settings.h"
#include "slots/thread_life.h"
#include "threads/beat.h"
#include "threads/counters.h"
#include "threads/thread.h"

#include <gtest/gtest.h>
#include <initializer_list>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

TEST(Weight, KnownIterationsGiveThePriceAtOnceIfItIsHigher) {
  // 1000 ticks for 100 iterations: 640 units each.
  EXPECT_EQ(learnWeight({200, 1 << 20, 1000, 20000, 100}), 640);
}

TEST(Weight, KnownIterationsGiveALowerPriceByHalves) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 100}), (1000 + 640) / 2);
}

TEST(Weight, ComesDownSlowlyWhilePollsAreCheap) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 1000, Lowering::Slow}), 750);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 100000, 1000, Lowering::Wait}), 1000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 100, 64000, 0, Lowering::Wait}), 1000);
  // Only downwards.
  EXPECT_EQ(learnWeight({200, 1 << 20, 1000, 20000, 100, Lowering::Wait}), 640);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1500, 64000, 0, Lowering::Slow}), 1500);
}

TEST(Weight, ChangesAreBounded) {
  EXPECT_EQ(learnWeight({100, 1 << 20, 1000000, 100, 1}), 400);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1, 1000, 1000}), (1000 + 250) / 2);
}

/// What a strip becomes at one wait after another.
int64_t stripAfter(int64_t strip, uint64_t beat, std::initializer_list<uint64_t> waits) {
  bool hasWaitedLong = false;
  for (uint64_t waited : waits)
    strip = learnStrip({strip, waited, beat}, hasWaitedLong);
  return strip;
}

TEST(Strip, GrowsWhileItsEndIsNear) {
  uint64_t beat = clock::ticksFromMicroseconds(1000);
  EXPECT_EQ(stripAfter(100, beat, {beat / 65, beat / 65, beat / 65}), 800);
  EXPECT_EQ(stripAfter(100, beat, {beat / 20}), 100);
  EXPECT_LE(stripAfter(int64_t{1} << 24, beat, {0}), int64_t{1} << 24);
}

TEST(Strip, OneLongWayMayBeALostProcessor) {
  uint64_t beat = clock::ticksFromMicroseconds(1000);
  EXPECT_EQ(stripAfter(100, beat, {beat}), 100);
  EXPECT_EQ(stripAfter(100, beat, {beat, beat / 20, beat}), 100);
  EXPECT_EQ(stripAfter(100, beat, {beat, beat}), 50);
  // Each pair counts once.
  EXPECT_EQ(stripAfter(100, beat, {beat, beat, beat}), 50);
  EXPECT_EQ(stripAfter(1, beat, {beat, beat}), 1);
}

TEST(Strip, GrowsWithShortBeatsToo) {
  // The way back from a signal is longer than a part of such a beat.
  uint64_t beat = clock::ticksFromMicroseconds(20), microsecond = clock::ticksFromMicroseconds(1);
  EXPECT_EQ(stripAfter(100, beat, {microsecond}), 200);
  EXPECT_EQ(stripAfter(100, beat, {3 * microsecond, 3 * microsecond}), 100);
}

/// A poll of a compiled loop, and one of the youngest record's; they return the new credit.
int64_t pollFrame(const CallerState &caller) { return tactus_poll_slow(&caller); }
int64_t pollRecord(const CallerState &caller) {
  tactus_latent_poll_slow(&caller);
  return tactus_credit;
}

/// The ticks that a thread gets at a poll, a quarter of a beat after the last one, from where that one came. A beat
/// takes seconds here, so that the time that passes meanwhile is nothing.
uint64_t ticksAfterPoll(ThreadState &thread, uint64_t beat, uint64_t untilBeat, int64_t (*poll)(const CallerState &)) {
  constexpr uintptr_t Anywhere = 0x1000;
  CallerState caller{Anywhere, 0, 0, 0};
  uint64_t now = clock::counter();
  thread.beat = beat;
  thread.lastReturnAddress = Anywhere;
  thread.lastPoll = now - beat / PollsPerBeat;
  thread.nextBeat = now + untilBeat;
  thread.lastRefill = static_cast<int64_t>(beat / PollsPerBeat) * CreditPerTick;
  // The price may not come down at the moment.
  thread.pollTime = 0;
  thread.nextLowering = UINT64_MAX;
  tactus_credit = -1;
  return static_cast<uint64_t>(poll(caller) / CreditPerTick);
}

void expectSteadyPolls(int64_t (*poll)(const CallerState &)) {
  constexpr uint64_t Beat = uint64_t{1} << 40, Passed = Beat / 64;
  ThreadState &thread = *currentThread();
  uint64_t tokens = thread.tokens, polls = thread.counters.polls.get();
  thread.tokens = 0;
  uint64_t untilBeat = ticksAfterPoll(thread, Beat, Beat * 3 / 8, poll);
  EXPECT_LE(untilBeat, Beat * 3 / 8);
  EXPECT_GE(untilBeat, Beat * 3 / 8 - Passed);
  // Other code may run until then, or the beat may be missed by a little.
  EXPECT_EQ(ticksAfterPoll(thread, Beat, Beat, poll), 2 * (Beat / PollsPerBeat));
  EXPECT_EQ(ticksAfterPoll(thread, Beat, Beat / 16, poll), Beat / PollsPerBeat);
  EXPECT_EQ(thread.counters.polls.get(), polls + 3);
  thread.tokens = tokens;
  thread.nextLowering = 0;
  delayBeat(thread);
  tactus_credit = 0;
}

TEST(Poll, AfterASteadyOneTheNextComesWithTheBeat) { expectSteadyPolls(pollFrame); }

TEST(Poll, ComesAsOftenAsIsAskedFor) {
  constexpr uint64_t Beat = uint64_t{1} << 40;
  settings.pollsPerBeat = 16;
  EXPECT_EQ(refillCredit(Beat), creditOf(Beat / 16));
  EXPECT_EQ(ticksAfterPoll(*currentThread(), Beat, Beat, pollFrame), 2 * (Beat / 16));
}

TEST(Poll, LoopsOfRecordsPollSteadily) {
  static tactus_loop_descriptor descriptor{};
  descriptor.weight = 1;
  tactus_loop_record loop{};
  loop.slot.descriptor = &descriptor;
  loop.strip.end = loop.slot.end = 10;
  loop.latent.kind = TACTUS_LATENT_LOOP;
  ensureListBase();
  tactus_latent_link(&loop.latent);
  expectSteadyPolls(pollRecord);
  EXPECT_EQ(loop.latent.special, nullptr);
  tactus_latent_top = loop.latent.older;
}

/// The ticks that a thread gets when it links a record of this kind, where a steady poll would do.
uint64_t ticksAfterPush(tactus_latent_kind kind, uint64_t beat) {
  static tactus_loop_descriptor loopDescriptor{};
  static tactus_fork_descriptor forkDescriptor{};
  loopDescriptor.weight = forkDescriptor.weight = 1;
  static tactus_loop_record record;
  record = {};
  record.slot.descriptor = &loopDescriptor;
  record.strip.end = record.slot.end = 10;
  record.latent.kind = kind;
  record.latent.fork.descriptor = &forkDescriptor;
  ThreadState &thread = *currentThread();
  uint64_t tokens = thread.tokens;
  thread.tokens = 0;
  uint64_t ticks = ticksAfterPoll(thread, beat, beat, [](const CallerState &caller) {
    tactus_latent_push_slow(&record.latent, &caller);
    return tactus_credit;
  });
  tactus_latent_top = record.latent.older;
  thread.tokens = tokens;
  thread.nextLowering = 0;
  delayBeat(thread);
  tactus_credit = 0;
  return ticks;
}

TEST(Poll, LoopsEnterSteadilyButForksDoNot) {
  constexpr uint64_t Beat = uint64_t{1} << 40;
  EXPECT_EQ(ticksAfterPush(TACTUS_LATENT_LOOP, Beat), 2 * (Beat / PollsPerBeat));
  // What libtactus' own beat grants, which is much less.
  EXPECT_LT(ticksAfterPush(TACTUS_LATENT_FORK, Beat), Beat / 1024);
}

TEST(Weight, UnknownIterationsScaleByTimeOverCharge) {
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1000, 64000, 0}), 1000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1500, 64000, 0}), 1500);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 100000, 64000, 0}), 2000);
  EXPECT_EQ(learnWeight({1000, 1 << 20, 1, 64000, 0}), 750);
}

TEST(Weight, StaysBetweenOneAndTheRefill) {
  EXPECT_EQ(learnWeight({1, 1 << 20, 1, 1 << 20, 0}), 1);
  EXPECT_EQ(learnWeight({UnknownWeight, 5000, 100000000, 1, 1}), 5000);
  EXPECT_EQ(learnWeight({100, 5000, 100, -5, 0}), 200);
}

} // namespace
