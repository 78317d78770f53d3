//===- vain_wakes_test.cpp - workers are woken less where that has been in vain -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/strand_slot.h"
#include "slots/thread_life.h"
#include "slots/vain_wakes.h"
#include "threads/beat.h"
#include "workers/promotion.h"

#include <gtest/gtest.h>

using namespace tactus;

namespace {

constexpr uint64_t Beat = 100;

void noteVain(VainWakes &wakes, unsigned times) {
  for (unsigned wake = 0; wake < times; ++wake)
    wakes.noteVain();
}

/// The beat in which the next worker may be woken.
unsigned beatsUntilTime(VainWakes &wakes, uint64_t &now, uint64_t step = Beat) {
  unsigned beats = 0;
  do {
    now += step;
    ++beats;
  } while (!wakes.isTime(now, Beat));
  return beats;
}

TEST(VainWakes, CountOnlyWhereRanksExceedTheProcessors) {
  VainWakes wakes;
  noteVain(wakes, 100);
  EXPECT_FALSE(wakes.areMany());
  wakes.begin();
  noteVain(wakes, VainWakes::Many - 1);
  EXPECT_FALSE(wakes.areMany());
  wakes.noteVain();
  EXPECT_TRUE(wakes.areMany());
}

TEST(VainWakes, OneWakeInSoManyBeats) {
  VainWakes wakes;
  wakes.begin();
  noteVain(wakes, VainWakes::Many);
  uint64_t now = 1000 * Beat;
  for (unsigned time = 0; time < 3; ++time) {
    wakes.noteWake();
    EXPECT_EQ(beatsUntilTime(wakes, now), VainWakes::BeatsPerWake);
    wakes.noteVain();
  }
}

TEST(VainWakes, WhatIsAskedOftenerIsOneBeat) {
  VainWakes wakes;
  wakes.begin();
  noteVain(wakes, VainWakes::Many);
  uint64_t now = 1000 * Beat;
  wakes.noteWake();
  EXPECT_GE(beatsUntilTime(wakes, now, Beat / 4), 4 * (VainWakes::BeatsPerWake - 1));
}

TEST(VainWakes, TimeInWhichNobodyAsksDoesNotCount) {
  VainWakes wakes;
  wakes.begin();
  noteVain(wakes, VainWakes::Many);
  uint64_t now = 1000 * Beat;
  wakes.noteWake();
  EXPECT_EQ(beatsUntilTime(wakes, now, 50 * Beat), VainWakes::BeatsPerWake);
}

TEST(VainWakes, AFindHasTheNextOnesWoken) {
  VainWakes wakes;
  wakes.begin();
  noteVain(wakes, 100);
  wakes.noteFind();
  EXPECT_FALSE(wakes.areMany());
}

/// Of a thousand wakes, how many there are many wakes in vain before, if one in so many finds a task.
unsigned limitedOf(unsigned finds) {
  VainWakes wakes;
  wakes.begin();
  unsigned limited = 0;
  for (unsigned wake = 1; wake <= 1000; ++wake) {
    limited += wakes.areMany();
    if (wake % finds)
      wakes.noteVain();
    else
      wakes.noteFind();
  }
  return limited;
}

TEST(VainWakes, ManyAreInVainWhereFewFindATask) {
  EXPECT_EQ(limitedOf(2), 0u);
  EXPECT_GT(limitedOf(8), 500u);
  EXPECT_GT(limitedOf(20), 900u);
}

TEST(VainWakes, NothingIsPromotedForThem) {
  settings.workers = 2;
  ThreadState *thread = currentThread();
  ASSERT_TRUE(thread && acquireSlot(*thread));
  VainWakes &wakes = slotTable.vainWakes;
  EXPECT_FALSE(hasEnoughQueued(*thread));
  wakes.begin();
  noteVain(wakes, VainWakes::Many);
  wakes.noteWake();
  EXPECT_TRUE(hasEnoughQueued(*thread));
  // Whoever is awake needs no wake.
  WorkerSlot &other = allSlots()[1 - slotIndex(*thread->slot)];
  other.setActivity(WorkerSlot::Searching);
  EXPECT_FALSE(hasEnoughQueued(*thread));
  other.setActivity(WorkerSlot::Free);
  EXPECT_TRUE(hasEnoughQueued(*thread));
  // It asks in so many beats, whatever the clock is.
  uint64_t asked = 0;
  while (hasEnoughQueued(*thread))
    ++asked;
  EXPECT_GT(asked, 0u);
  wakes.noteFind();
  EXPECT_FALSE(hasEnoughQueued(*thread));
  giveSlotBack(*thread);
}

} // namespace
