//===- watch_interleaving_test.cpp - the watcher and those it watches, in every order ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocols (threads/watch_protocol.h), under all sequentially consistent interleavings. Checked are
// that no step is made unseen by a watcher that sleeps on, and that an offer has one owner at a time: no thread begins
// anything after the watcher has dismissed the others.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "threads/watch_protocol.h"

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

/// Sleeps without a limit: time wakes nobody here.
struct Timeless : ModelAtomics {
  static void waitFor(Atomic<uint32_t> &word, uint32_t expected, uint64_t) { wait(word, expected); }
};
/// Compares, and goes to sleep later.
struct WaitsLate : ModelAtomics {
  static void waitFor(Atomic<uint32_t> &word, uint32_t expected, uint64_t) {
    if (word.load(std::memory_order_seq_cst) == expected)
      word.load(std::memory_order_seq_cst), Explorer::current->sleepOn(&word);
  }
};

/// As watch.cpp and watcher.cpp: so many threads make a step each, and the watcher ends when it has seen all.
template <typename Policy> std::string failureOfSleep(unsigned threads, bool looksBeforeItSleeps) {
  struct State {
    WatcherSleep<Policy> watcher;
    ModelAtomics::Atomic<uint32_t> steps[2];
    Flag isStarted;
    unsigned started = 0;
  };
  Explorer explorer;
  std::unique_ptr<State> state;
  auto stepsOf = [&] {
    uint32_t sum = 0;
    for (unsigned thread = 0; thread < threads; ++thread)
      sum += state->steps[thread].load(std::memory_order_seq_cst);
    return sum;
  };
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        explorer.add([&] {
          state->isStarted.waitFor(true);
          for (uint32_t seen = 0; seen < threads; seen = stepsOf())
            state->watcher.sleep([&] { return looksBeforeItSleeps && stepsOf() != seen; }, 1000);
        });
        for (unsigned thread = 0; thread < threads; ++thread)
          explorer.add([&, thread] {
            state->steps[thread].store(1, std::memory_order_seq_cst);
            if (!state->watcher.call())
              return;
            ++state->started;
            state->isStarted.set(true);
          });
      },
      [&] {
        if (state->started != 1)
          explorer.fail("there is not one watcher");
      });
  return explorer.failure;
}

TEST(WatchInterleavings, NoStepIsMissed) {
  EXPECT_EQ(failureOfSleep<Timeless>(1, true), "");
  EXPECT_EQ(failureOfSleep<Timeless>(2, true), "");
}

TEST(WatchInterleavings, TheModelFindsStepsThatAreMissed) {
  EXPECT_NE(failureOfSleep<Timeless>(2, false), "");
  EXPECT_NE(failureOfSleep<WaitsLate>(2, true), "");
}

struct ModelOffer {
  ModelAtomics::Atomic<uint32_t> isDone;
  /// Plain memory, which one owner at a time may touch.
  unsigned begun = 0, users = 0;
};
using Cell = OfferCell<ModelOffer, ModelAtomics>;

struct WithdrawsWithoutWaiting {
  static void end(Cell &cell, const ModelOffer &) { (void)cell.withdraw(); }
};
/// As waitForTaker().
struct WaitsForTheTaker {
  static void end(Cell &cell, ModelOffer &offer) {
    if (!cell.withdraw())
      while (!Cell::isGivenBack(offer))
        ModelAtomics::wait(offer.isDone, 0);
  }
};

/// Two offers, one after the other, to a thread whose poll and whose handler look for one. They are fibers of their
/// own, which allows more than the thread does.
template <typename Way> std::string failureOfOffers(unsigned &taken) {
  struct State {
    Cell cell;
    ModelOffer offer;
  };
  Explorer explorer;
  std::unique_ptr<State> state;
  auto use = [&](ModelOffer &offer) {
    if (++offer.users > 1)
      explorer.fail("an offer has two owners");
  };
  auto takeOne = [&] {
    if (!state->cell.isThere())
      return;
    ModelOffer *offer = state->cell.take();
    if (!offer)
      return;
    use(*offer);
    (void)state->offer.isDone.load(std::memory_order_relaxed); // the others go on meanwhile
    ++offer->begun;
    --offer->users;
    Cell::giveBack(*offer);
    ModelAtomics::wake(offer->isDone);
  };
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        explorer.add([&] {
          for (unsigned round = 0; round < 2; ++round) {
            use(state->offer);
            state->offer.begun = 0;
            --state->offer.users;
            state->cell.show(state->offer);
            Way::end(state->cell, state->offer);
            use(state->offer);
            taken += state->offer.begun;
            --state->offer.users;
          }
        });
        explorer.add(takeOne);
        explorer.add(takeOne);
      },
      [] {});
  return explorer.failure;
}

TEST(WatchInterleavings, AnOfferHasOneOwner) {
  unsigned taken = 0;
  EXPECT_EQ(failureOfOffers<WaitsForTheTaker>(taken), "");
  EXPECT_GT(taken, 0u);
}

TEST(WatchInterleavings, TheModelFindsOffersThatAreTakenBackTooEarly) {
  unsigned taken = 0;
  EXPECT_NE(failureOfOffers<WithdrawsWithoutWaiting>(taken), "");
}

} // namespace
