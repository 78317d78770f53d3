//===- loan_interleaving_test.cpp - slots that are lent, in every order -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocol (slots/loan_protocol.h), under all interleavings of the strands of a small region whose
// numbers are those of slots. A strand asks for its number, waits for what it has promoted, and ends. Some run on a
// thread of their own, some in a join on another's stack. Checked are that no two threads have one slot; that a strand
// which has been told its number has that slot whenever it goes on; that what a slot's holder has written is there for
// the next one; that nobody sleeps for ever; and that all slots are free in the end.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "slots/loan_protocol.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::test;

namespace {

struct Slot {
  unsigned index = 0;
  int holder = -1;
  /// Tasks in its deque, say: of whoever holds it.
  Plain<int> contents{0};
};

struct Thread;

/// A thread's pointer to its slot, which only one has at a time.
class HeldSlot {
  Slot *held = nullptr;
  int thread;

public:
  explicit HeldSlot(int thread) : thread(thread) {}
  operator Slot *() const { return held; }
  Slot *operator->() const { return held; }
  HeldSlot &operator=(Slot *slot) {
    if (slot && slot->holder >= 0)
      Explorer::current->fail("two threads have one slot");
    if (slot)
      slot->holder = thread;
    else if (held)
      held->holder = -1;
    held = slot;
    return *this;
  }
};

struct Loan {
  Slot *slot = nullptr;
  Thread *lender = nullptr;
};

struct Thread {
  HeldSlot slot;
  Loan loan;
  ModelAtomics::Atomic<uint32_t> slotIsAway;

  explicit Thread(int number) : slot(number) {}
};

/// A number that fibers sleep on until it changes: one scheduling point for each operation.
class Word {
  uint32_t value = 0;

  void point(bool write) const {
    Explorer::current->point(this, write);
    Explorer::current->synchronise(this);
  }

public:
  uint32_t current() const { return value; }
  uint32_t load() const {
    point(false);
    return value;
  }
  void add(uint32_t by) {
    add(by, [](uint32_t) {});
  }
  /// Calls `before` with the old value, in the same step.
  template <typename Before> void add(uint32_t by, Before before) {
    point(true);
    before(value);
    value += by;
    Explorer::current->wakeAll(this);
  }
  /// Another value than this one.
  uint32_t next(uint32_t seen) const {
    for (point(false); value == seen; point(false))
      Explorer::current->sleepOn(this);
    return value;
  }
};

class ModelMutex {
  Flag isHeld;

public:
  void lock() { isHeld.acquire(); }
  void unlock() { isHeld.release(); }
};

struct ModelTraits {
  using Policy = ModelAtomics;
  using Mutex = ModelMutex;
  using Thread = ::Thread;
  using Loan = ::Loan;
};

enum class Asks { Never, First, Last };

struct Strand {
  /// Who waits for it; -1 for nobody.
  int parent = -1;
  /// The slot that it begins with; -1 for none.
  int slot = -1;
  Asks asks = Asks::Never;
  /// Which slots it may have, a bit for each.
  unsigned range = 3;
  /// It runs in the join of this strand, on its thread; -1 for a thread of its own.
  int inJoinOf = -1;
  /// It begins when this strand has its number; -1 for at once.
  int behind = -1;
  /// It waits for what it has promoted when this strand has asked; -1 for at once. Fewer orders, which others have.
  int joinsBehind = -1;
};

struct Scenario {
  const char *name;
  std::vector<Strand> strands;
  /// Whether weak orders are explored as well.
  bool isSmall = false;
};

void PrintTo(const Scenario &scenario, std::ostream *stream) { *stream << scenario.name; }

/// Right, and to be made wrong below.
struct Rules {
  using Loans = SlotLoans<ModelTraits>;
  static bool mayHandOn(bool goesOn) { return tactus::mayHandOn(true, goesOn); }
  static bool fits(bool descends) { return descends; }
  static void finish(Loans &loans, Loans::Request &request) { loans.finish(request); }
};

template <typename Rules> class Region {
  using Loans = SlotLoans<ModelTraits>;
  static constexpr int MostStrands = 5;

  struct Request : Loans::Request {
    int strand;
    Request(Thread &thread, int strand) : Loans::Request(thread), strand(strand) {}
  };
  struct StrandState {
    /// How many that it waits for have not ended, and above that how often one has asked for a slot: it looks again.
    Word awaited;
    /// Changes when there may be a slot for it.
    Word supply;
    bool isAsking = false;
    /// Sleeps without a slot until those have ended; what has been handed to it then.
    bool sleepsWithoutSlot = false;
    Slot *handed = nullptr;
    int told = -1;
    Flag isTold, hasAsked;
  };
  struct State {
    Loans loans;
    Slot slots[2];
    ModelAtomics::Atomic<uint32_t> free;
    std::vector<std::unique_ptr<Thread>> threads;
    std::array<StrandState, MostStrands> strands;
  };
  Explorer &explorer;
  const Scenario &scenario;
  std::unique_ptr<State> state;

  const Strand &plan(int strand) const { return scenario.strands[static_cast<size_t>(strand)]; }
  StrandState &of(int strand) { return state->strands[static_cast<size_t>(strand)]; }
  bool mayHave(int strand, const Slot &slot) const { return plan(strand).range >> slot.index & 1; }
  int count() const { return static_cast<int>(scenario.strands.size()); }
  bool descends(int strand, int from) const {
    while (strand >= 0 && strand != from)
      strand = plan(strand).parent;
    return strand == from;
  }

  static constexpr uint32_t Unfinished = 0xff, OneRequest = 0x100;

  /// There is none where a wrong rule has taken it away.
  static void use(Slot *slot) {
    if (slot)
      slot->contents = slot->contents + 1;
  }

  /// As acquireSlot().
  bool acquire(int strand, Thread &thread) {
    // Fewer orders: the only slot is free in the end alone.
    if (std::count_if(scenario.strands.begin(), scenario.strands.end(),
                      [](const Strand &each) { return each.slot >= 0; }) < 2)
      return false;
    uint32_t free = state->free.load(std::memory_order_seq_cst);
    while (uint32_t bit = free & plan(strand).range & -(free & plan(strand).range))
      if (state->free.compare_exchange_strong(free, free & ~bit, std::memory_order_seq_cst,
                                              std::memory_order_seq_cst)) {
        thread.slot = &state->slots[bit >> 1];
        return true;
      }
    return false;
  }
  void freeSlot(Thread &thread) {
    unsigned index = thread.slot->index;
    use(thread.slot);
    thread.slot = nullptr;
    state->free.fetch_or(1u << index, std::memory_order_seq_cst);
    for (StrandState &strand : state->strands)
      if (strand.isAsking)
        strand.supply.add(1);
  }

  /// As slotNumber() and awaitOwnSlot().
  void ask(int strand, Thread &thread) {
    if (!thread.slot) {
      Request request(thread, strand);
      of(strand).isAsking = true;
      state->loans.ask(request);
      // A thread without a slot has nothing to lend, and looks when it has one again.
      for (int above = plan(strand).parent; above >= 0; above = plan(above).parent)
        if (Slot *slot = state->threads[static_cast<size_t>(above)]->slot; slot && mayHave(strand, *slot))
          of(above).awaited.add(OneRequest);
      if (plan(0).joinsBehind == strand)
        of(strand).hasAsked.set(true);
      uint32_t seen = of(strand).supply.load();
      while (!request.isGranted() && !acquire(strand, thread))
        seen = of(strand).supply.next(seen);
      of(strand).isAsking = false;
      Rules::finish(state->loans, request);
    }
    use(thread.slot);
    if (of(strand).told < 0)
      of(strand).told = static_cast<int>(thread.slot->index);
    check(strand, thread);
    for (const Strand &other : scenario.strands)
      if (other.behind == strand)
        return of(strand).isTold.set(true);
  }
  void check(int strand, Thread &thread) {
    if (int told = of(strand).told; told >= 0 && (!thread.slot || static_cast<int>(thread.slot->index) != told))
      explorer.fail("a strand goes on without the slot whose number it has been told");
  }

  /// As joinTasks(): who waits with a slot looks again whenever somebody may need it.
  void join(int strand, Thread &thread) {
    for (int other = 0; other < count(); ++other)
      if (plan(other).inJoinOf == strand)
        run(other, thread);
    if (plan(strand).joinsBehind >= 0)
      of(plan(strand).joinsBehind).hasAsked.waitFor(true);
    StrandState &own = of(strand);
    own.sleepsWithoutSlot = !thread.slot;
    uint32_t seen = own.awaited.load();
    while ((seen & Unfinished) != 0)
      seen = thread.slot && lend(strand, thread) ? own.awaited.load() : own.awaited.next(seen);
    if (Slot *handed = std::exchange(own.handed, nullptr))
      thread.slot = handed;
  }
  bool lend(int strand, Thread &thread) {
    auto fits = [&](const typename Loans::Request &request) {
      int asking = static_cast<const Request &>(request).strand;
      return mayHave(asking, *thread.slot) && Rules::fits(asking != strand && descends(asking, strand));
    };
    use(thread.slot);
    auto wake = [&](const typename Loans::Request &request) {
      of(static_cast<const Request &>(request).strand).supply.add(1);
    };
    bool hasLent = state->loans.lend(thread, fits, wake);
    if (hasLent)
      use(thread.slot);
    return hasLent;
  }

  /// As finishTask() and wakeSleeper().
  void complete(int strand, Thread &thread, bool goesOn) {
    if (plan(strand).parent < 0)
      return;
    StrandState &parent = of(plan(strand).parent);
    parent.awaited.add(-1u, [&](uint32_t awaited) {
      bool isLast = (awaited & Unfinished) == 1;
      if (!isLast || !parent.sleepsWithoutSlot || !thread.slot || !Rules::mayHandOn(goesOn))
        return;
      parent.handed = thread.slot;
      thread.slot = nullptr;
    });
  }

  /// As runStolenTask().
  void run(int strand, Thread &thread) {
    if (plan(strand).behind >= 0)
      of(plan(strand).behind).isTold.waitFor(true);
    bool hadLoan = thread.loan.slot;
    if (plan(strand).asks == Asks::First)
      ask(strand, thread);
    join(strand, thread);
    check(strand, thread);
    if (plan(strand).asks == Asks::Last)
      ask(strand, thread);
    if (thread.loan.slot && !hadLoan) {
      use(thread.slot);
      Loans::giveBackOf(thread);
    }
    bool isNested = plan(strand).inJoinOf >= 0;
    complete(strand, thread, isNested);
    if (!isNested && thread.slot)
      freeSlot(thread);
  }

  void start() {
    state = std::make_unique<State>();
    state->slots[1].index = 1;
    for (int number = 0; number < count(); ++number) {
      const Strand &strand = plan(number);
      auto &thread = *state->threads.emplace_back(std::make_unique<Thread>(number));
      if (strand.slot >= 0)
        thread.slot = &state->slots[strand.slot];
      if (strand.parent >= 0)
        of(strand.parent).awaited.add(1);
      if (strand.inJoinOf < 0)
        explorer.add([this, number, &thread] { run(number, thread); });
    }
  }
  void finish() {
    // Those that no strand begins with are not there.
    uint32_t begun = 0;
    for (const Strand &strand : scenario.strands)
      begun |= strand.slot >= 0 ? 1u << strand.slot : 0;
    if (state->free.load(std::memory_order_relaxed) != begun)
      explorer.fail("a slot is lost");
  }

public:
  Region(Explorer &explorer, const Scenario &scenario) : explorer(explorer), scenario(scenario) {}
  void explore() {
    explorer.explore([this] { start(); }, [this] { finish(); });
  }
};

const Scenario scenarios[] = {
    {"OneWaitsForIt", {{-1, 0}, {0, -1, Asks::First}}, true},
    {"TheLenderKnowsItsNumber", {{-1, 0, Asks::First}, {0, -1, Asks::First}}, true},
    {"OneOfTwoFits", {{-1, 0}, {0, 1, Asks::First}, {1, -1, Asks::First, 1}}},
    {"AnotherIsFreed", {{-1, 0}, {0, -1, Asks::First}, {-1, 1}}},
    {"TheBorrowerLends", {{-1, 0, Asks::Never, 3, -1, -1, 1}, {0, -1, Asks::First}, {1, -1, Asks::First, 3, -1, 1}}},
    {"ItAsksBehindItsJoin", {{-1, 0, Asks::Never, 3, -1, -1, 2}, {0, -1, Asks::Last}, {1, -1, Asks::First}}},
    // Strand 2 runs in the join of one that knows its number, and completes what strand 1 waits for without a slot.
    {"AnOwnerCompletesAnothersTask", {{-1, 0, Asks::First}, {0}, {1, -1, Asks::Never, 3, 0}, {0, 1}}},
    {"TheBorrowerCompletesAnothersTask", {{-1, 0}, {0, -1, Asks::First}, {1}, {2, -1, Asks::Never, 3, 1}, {1, 1}}},
};
std::string nameOf(const ::testing::TestParamInfo<Scenario> &info) { return info.param.name; }

template <typename Rules>
std::string failureOf(const Scenario &scenario, Orders orders = Orders::Consistent, uint64_t *executions = nullptr) {
  Explorer explorer(orders);
  Region<Rules>(explorer, scenario).explore();
  if (executions)
    *executions = explorer.executions;
  return explorer.failure;
}

class LoanInterleavings : public ::testing::TestWithParam<Scenario> {};

TEST_P(LoanInterleavings, LeaveEachStrandItsNumber) {
  uint64_t executions = 0;
  EXPECT_EQ(failureOf<Rules>(GetParam(), Orders::Consistent, &executions), "");
  EXPECT_GT(executions, 1u);
  RecordProperty("executions", std::to_string(executions));
  if (GetParam().isSmall)
    EXPECT_EQ(failureOf<Rules>(GetParam(), Orders::Weak), "");
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LoanInterleavings, ::testing::ValuesIn(scenarios), nameOf);

struct AlwaysHandsOn : Rules {
  static bool mayHandOn(bool) { return true; }
};
struct LendsToAnybody : Rules {
  static bool fits(bool) { return true; }
};
struct ForgetsWhatItDoesNotNeed : Rules {
  static void finish(Loans &loans, Loans::Request &request) {
    if (!request.thread.slot || !request.isGranted())
      loans.finish(request);
  }
};

TEST(LoanModel, FindsWhatIsWrong) {
  auto hasFound = [](const std::string &failure, const char *what) { return failure.find(what) != std::string::npos; };
  for (const Scenario &scenario : {scenarios[6], scenarios[7]})
    EXPECT_TRUE(hasFound(failureOf<AlwaysHandsOn>(scenario), "without the slot")) << failureOf<AlwaysHandsOn>(scenario);
  EXPECT_TRUE(hasFound(failureOf<ForgetsWhatItDoesNotNeed>(scenarios[3]), "sleeps for ever"));
}

} // namespace
