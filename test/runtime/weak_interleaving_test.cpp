//===- weak_interleaving_test.cpp - what is handed on where memory is weak ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own templates in every order and with all that C++'s memory model lets an operation see
// (weak_memory.h), which is what AArch64 may show. What tasks write is a Plain variable: an access that nothing orders
// is a failure. Below stand weaker orders, whose failures the explorer must find.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "taken_once.h"
#include "tasks/deque.h"
#include "tasks/join_state.h"
#include "teams/doacross_protocol.h"
#include "teams/loop_ring.h"
#include "teams/pool_protocol.h"

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr auto Relaxed = std::memory_order_relaxed;

/// Atomics whose sequentially consistent operations acquire and release only.
struct NotStrict : ModelAtomics {
  template <typename T> struct Atomic : ModelAtomics::Atomic<T> {
    using Base = ModelAtomics::Atomic<T>;
    using Base::Base;
    static std::memory_order weaken(std::memory_order order, std::memory_order to) {
      return order == std::memory_order_seq_cst ? to : order;
    }
    T load(std::memory_order order) const { return Base::load(weaken(order, std::memory_order_acquire)); }
    void store(T next, std::memory_order order) { Base::store(next, weaken(order, std::memory_order_release)); }
  };
};

/// Atomics whose subtractions order nothing.
struct NotOrdered : ModelAtomics {
  template <typename T> struct Atomic : ModelAtomics::Atomic<T> {
    using Base = ModelAtomics::Atomic<T>;
    using Base::Base;
    T fetch_sub(T amount, std::memory_order) { return Base::fetch_sub(amount, Relaxed); }
  };
};

/// The owner pushes and pops as `steps` says ('a' pushes that element, '-' pops), while a thief steals.
template <typename Policy> std::string exploreDeque(const char *steps, unsigned thieves, unsigned stealsEach) {
  Explorer explorer(Orders::Weak);
  std::unique_ptr<Deque<char, 2, Policy>> deque;
  std::unique_ptr<Plain<int>[]> contents;
  TakenOnce elements;
  auto take = [&](const char *element) {
    elements.take(element);
    if (element && contents[*element - 'a'] != 1)
      explorer.fail("the element is not initialised");
  };
  auto start = [&] {
    deque = std::make_unique<Deque<char, 2, Policy>>();
    contents = std::make_unique<Plain<int>[]>(TakenOnce::Count);
    elements.begin();
    for (char name = 'a'; name <= 'z'; ++name)
      *elements.element(name) = name;
    explorer.add([&] {
      for (const char *step = steps; *step; ++step) {
        if (*step == '-') {
          take(deque->pop());
          continue;
        }
        contents[*step - 'a'] = 1;
        elements.push(*step, deque->push(elements.element(*step)));
      }
    });
    for (unsigned thief = 0; thief < thieves; ++thief)
      explorer.add([&] {
        for (unsigned steal = 0; steal < stealsEach; ++steal)
          take(deque->steal());
      });
  };
  explorer.explore(start, [&] {
    while (char *element = deque->pop())
      elements.take(element);
    elements.check(explorer);
  });
  return explorer.failure;
}

TEST(WeakDeque, EachElementIsTakenOnceAndInitialised) {
  EXPECT_EQ(exploreDeque<ModelAtomics>("a-", 1, 1), "");
  EXPECT_EQ(exploreDeque<ModelAtomics>("a-", 2, 1), "");
  EXPECT_EQ(exploreDeque<ModelAtomics>("ab--", 1, 2), "");
  EXPECT_EQ(exploreDeque<ModelAtomics>("a-b-", 1, 2), "");
}

TEST(WeakDeque, NeedsItsStrictOrders) { EXPECT_NE(exploreDeque<NotStrict>("ab--", 1, 2), ""); }

/// The results of tasks are read behind their join, whose waiter may sleep.
template <typename Policy> std::string exploreJoin(unsigned completers) {
  struct Slot {
    Plain<int> number;
  };
  struct State {
    JoinState<Policy> join;
    Parker<Slot, ModelAtomics> parker;
    Plain<Parker<Slot, ModelAtomics> *> waiter;
    Plain<int> results[2];
    Slot slot;
  };
  Explorer explorer(Orders::Weak);
  std::unique_ptr<State> state;
  auto start = [&] {
    state = std::make_unique<State>();
    state->join.start(completers);
    explorer.add([&] {
      if (!state->join.done()) {
        state->waiter = &state->parker;
        if (state->join.announce() && state->parker.park()->number != 1)
          explorer.fail("woken without a slot");
        state->join.retract();
      }
      for (unsigned task = 0; task < completers; ++task)
        if (state->results[task] != 1)
          explorer.fail("went on before the task had finished");
    });
    for (unsigned task = 0; task < completers; ++task)
      explorer.add([&, task] {
        state->results[task] = 1;
        if (!state->join.complete())
          return;
        state->slot.number = 1;
        Parker<Slot, ModelAtomics> *waiter = state->waiter;
        waiter->unpark(&state->slot);
      });
  };
  explorer.explore(start, [] {});
  return explorer.failure;
}

TEST(WeakJoin, ResultsAreVisibleBehindIt) {
  EXPECT_EQ(exploreJoin<ModelAtomics>(1), "");
  EXPECT_EQ(exploreJoin<ModelAtomics>(2), "");
}

TEST(WeakJoin, NeedsItsOrders) { EXPECT_NE(exploreJoin<NotOrdered>(1), ""); }

/// Atomics whose updates order nothing.
struct NoUpdateOrders : ModelAtomics {
  template <typename T> struct Atomic : ModelAtomics::Atomic<T> {
    using Base = ModelAtomics::Atomic<T>;
    using Base::Base;
    T fetch_or(T bits, std::memory_order) { return Base::fetch_or(bits, Relaxed); }
    bool compare_exchange_strong(T &expected, T next, std::memory_order, std::memory_order) {
      return Base::compare_exchange_strong(expected, next, Relaxed, Relaxed);
    }
  };
};

/// Members of a team agree on what one of them has made.
template <typename Policy> std::string exploreAgreement(unsigned members) {
  Explorer explorer(Orders::Weak);
  struct State {
    SharedLoop<Policy> place;
    Plain<unsigned> made[3];
  };
  std::unique_ptr<State> state;
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        for (unsigned member = 0; member < members; ++member)
          explorer.add([&, member] {
            state->made[member] = member + 1;
            uint64_t agreed = state->place.agree(member + 1);
            if (state->made[agreed - 1] != agreed)
              explorer.fail("what has been agreed upon is not made");
          });
      },
      [] {});
  return explorer.failure;
}

TEST(WeakLoop, WhatOneMemberHasMadeIsVisibleToAll) {
  EXPECT_EQ(exploreAgreement<ModelAtomics>(2), "");
  EXPECT_EQ(exploreAgreement<ModelAtomics>(3), "");
}

TEST(WeakLoop, AgreementNeedsItsOrders) { EXPECT_NE(exploreAgreement<NoUpdateOrders>(2), ""); }

/// A task that an event completes, and what is behind it.
template <typename Policy> std::string exploreDetachedEnd() {
  Explorer explorer(Orders::Weak);
  struct State {
    DetachedEnd<Policy> end;
    Plain<int> written[2];
    unsigned completed = 0;
  };
  std::unique_ptr<State> state;
  auto come = [&](unsigned number, typename DetachedEnd<Policy>::Reason reason) {
    state->written[number] = 1;
    if (!state->end.add(reason))
      return;
    ++state->completed;
    if (state->written[0] != 1 || state->written[1] != 1)
      explorer.fail("completed before all has happened");
  };
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        explorer.add([&] { come(0, DetachedEnd<Policy>::HasRun); });
        explorer.add([&] { come(1, DetachedEnd<Policy>::IsFulfilled); });
      },
      [&] {
        if (state->completed != 1)
          explorer.fail("completed " + std::to_string(state->completed) + " times");
      });
  return explorer.failure;
}

TEST(WeakDetach, TheSecondReasonCompletesTheTask) { EXPECT_EQ(exploreDetachedEnd<ModelAtomics>(), ""); }
TEST(WeakDetach, NeedsItsOrders) { EXPECT_NE(exploreDetachedEnd<NoUpdateOrders>(), ""); }

/// Looks no further, and sleeps.
struct SleepsAtOnce {
  bool look() { return false; }
  void beforeSleep() {}
  void afterSleep() {}
};

/// Each iteration waits for the one before it, which another member executes.
template <typename Policy> std::string exploreDoacross(unsigned members, unsigned iterations) {
  using Flags = DoacrossFlags<Policy>;
  Explorer explorer(Orders::Weak);
  struct Memory {
    Flags flags;
    typename Policy::template Atomic<uint64_t> word;
  };
  struct State {
    Memory memory;
    Plain<unsigned> results[4];
    unsigned last = 0;
  };
  std::unique_ptr<State> state;
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        if (reinterpret_cast<char *>(state->memory.flags.words()) != reinterpret_cast<char *>(&state->memory.word))
          explorer.fail("the bits are elsewhere");
        for (unsigned member = 0; member < members; ++member)
          explorer.add([&, member] {
            Flags &flags = state->memory.flags;
            for (unsigned iteration = member; iteration < iterations; iteration += members) {
              SleepsAtOnce wait;
              if (iteration)
                flags.waitFor(iteration - 1, wait);
              unsigned before = iteration ? static_cast<unsigned>(state->results[iteration - 1]) : 0;
              if (before != iteration)
                explorer.fail("an iteration did not wait");
              state->results[iteration] = before + 1;
              flags.post(iteration);
            }
            state->last += flags.leave(members);
          });
      },
      [&] {
        if (state->last != 1)
          explorer.fail("not one member frees the bits");
      });
  return explorer.failure;
}

TEST(WeakDoacross, IterationsWaitForEachOther) {
  EXPECT_EQ(exploreDoacross<ModelAtomics>(2, 2), "");
  EXPECT_EQ(exploreDoacross<ModelAtomics>(2, 3), "");
}
TEST(WeakDoacross, NeedsItsOrders) { EXPECT_NE(exploreDoacross<NoUpdateOrders>(2, 2), ""); }

/// A message and the flag that announces it; two that look for each other.
std::string exploreLitmus(std::memory_order store, std::memory_order load, bool isMessage) {
  Explorer explorer(Orders::Weak);
  struct State {
    ModelAtomics::Atomic<int> first{0}, second{0};
    int seen[2] = {-1, -1};
  };
  std::unique_ptr<State> state;
  explorer.explore(
      [&] {
        state = std::make_unique<State>();
        explorer.add([&] {
          state->first.store(1, isMessage ? Relaxed : store);
          if (isMessage)
            state->second.store(1, store);
          else
            state->seen[0] = state->second.load(load);
        });
        explorer.add([&] {
          if (!isMessage)
            state->second.store(1, store);
          else
            state->seen[0] = state->second.load(load);
          state->seen[1] = state->first.load(isMessage ? Relaxed : load);
        });
      },
      [&] {
        if (isMessage ? state->seen[0] == 1 && state->seen[1] == 0 : state->seen[0] == 0 && state->seen[1] == 0)
          explorer.fail("weak");
      });
  return explorer.failure;
}

TEST(WeakMemory, ShowsWhatOrdersAllow) {
  EXPECT_NE(exploreLitmus(Relaxed, Relaxed, true), "");
  EXPECT_EQ(exploreLitmus(std::memory_order_release, std::memory_order_acquire, true), "");
  EXPECT_NE(exploreLitmus(std::memory_order_release, std::memory_order_acquire, false), "");
  EXPECT_EQ(exploreLitmus(std::memory_order_seq_cst, std::memory_order_seq_cst, false), "");
}

} // namespace
