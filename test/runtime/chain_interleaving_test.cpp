//===- chain_interleaving_test.cpp - chains of rests in every order ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The runtime's own protocol, under all sequentially consistent interleavings of the strands of a small chain and the
// strand that waits for it. Scheduling points are the lock, merging, publication, and what joins do. Links and progress
// are plain memory that says so if it is used without the lock, which happens in the schedule where nobody else has it,
// or after the record was freed.
//
//===----------------------------------------------------------------------===//
#include "explorer.h"
#include "tasks/chain_protocol.h"
#include "tasks/join_state.h"

#include <gtest/gtest.h>
#include <new>

using namespace tactus;
using namespace tactus::test;

namespace {

/// A word that fibers sleep on until it has another value: one scheduling point for each operation that succeeds.
class Flag {
  volatile bool isSet = false;
  volatile bool alive = true;

  void point() const {
    Explorer::current->point(this, true);
    if (!alive)
      Explorer::current->fail("a flag is used after its record was freed");
  }

public:
  ~Flag() { alive = false; }
  bool isRaised() const { return isSet; }
  void waitFor(bool value) const {
    for (point(); isSet != value; point())
      Explorer::current->sleepOn(this);
  }
  void set(bool value) {
    point();
    isSet = value;
    Explorer::current->wakeAll(this);
  }
  /// The lock's two operations.
  void acquire() {
    waitFor(false);
    isSet = true;
  }
  void release() { set(false); }
};

/// Plain memory under a lock. `isReadByOwner`: its strand may read it without.
template <typename T> class Guarded {
  const Flag &lock;
  bool isReadByOwner;
  T value{};
  volatile bool alive = true;

  void check(bool isWritten) const {
    if (!alive)
      Explorer::current->fail("a record is used after it was freed");
    if (!lock.isRaised() && (isWritten || !isReadByOwner))
      Explorer::current->fail("a record is used without the lock");
  }

public:
  explicit Guarded(const Flag &lock, bool isReadByOwner = false) : lock(lock), isReadByOwner(isReadByOwner) {}
  ~Guarded() { alive = false; }
  operator T() const {
    check(false);
    return value;
  }
  Guarded &operator=(T next) {
    check(true);
    value = next;
    return *this;
  }
};

struct ModelSlot {};

struct ModelRecord {
  static inline int existing = 0;
  ModelRecord *head;
  /// Of the head.
  Flag lock;
  struct Link {
    Guarded<ModelRecord *> before, behind;
    Guarded<ChainProgress> progress;
  } link;
  JoinState<ModelAtomics> join;
  /// Written by the owner of the join before it announces itself.
  Parker<ModelSlot, ModelAtomics> *waiter = nullptr;
  /// What the task and all that it has absorbed have made, a digit each, in program order.
  uint32_t results;
  bool isMerging = false;

  ModelRecord(ModelRecord *first, uint32_t digit)
      : head(first ? first : this), link{Guarded<ModelRecord *>(head->lock), Guarded<ModelRecord *>(head->lock, !first),
                                         Guarded<ChainProgress>(head->lock)},
        results(digit) {
    ++existing;
  }
  ~ModelRecord() { --existing; }
};

struct ModelTraits {
  using Record = ModelRecord;
  struct Context {};

  static ModelRecord::Link &link(ModelRecord &record) { return record.link; }

  class Lock {
    Flag &flag;

  public:
    explicit Lock(ModelRecord &record) : flag(record.head->lock) { lock(); }
    ~Lock() { unlock(); }
    void lock() { flag.acquire(); }
    void unlock() { flag.release(); }
  };

  static void merge(Context &, ModelRecord &left, ModelRecord &right) {
    if (left.isMerging || right.isMerging)
      Explorer::current->fail("results are merged twice at a time");
    left.isMerging = right.isMerging = true;
    Explorer::current->point(&left.results, true);
    uint32_t shift = 1;
    while (shift <= right.results)
      shift *= 10;
    left.results = left.results * shift + right.results;
    left.isMerging = right.isMerging = false;
  }
  static void free(Context &, ModelRecord &record) { record.~ModelRecord(); }
  static bool complete(ModelRecord &record) { return record.join.complete(); }
};

/// A letter for each task: 'h' promotes the next one and hands it on, 't' promotes it and throws, so that it waits for
/// the next one and those behind it, 'e' is the last.
template <typename Traits> class ChainScenario {
  using Chain = RestChain<Traits>;
  static constexpr unsigned MostTasks = 4;

  struct State {
    alignas(ModelRecord) char memory[MostTasks][sizeof(ModelRecord)];
    Flag published[MostTasks];
    Parker<ModelSlot, ModelAtomics> parkers[MostTasks + 1];
    ModelSlot slot;
    uint32_t total = 0;
  };
  Explorer &explorer;
  std::string script;
  std::unique_ptr<State> state;

  ModelRecord &record(unsigned index) { return *reinterpret_cast<ModelRecord *>(state->memory[index]); }

  void publish(unsigned index) {
    auto *made = new (state->memory[index]) ModelRecord(index == 0 ? nullptr : &record(0), index + 1);
    made->join.add(1);
    if (index == 0)
      return;
    Chain::append(*made, record(index - 1));
    state->published[index].set(true);
  }

  /// As joinTasks(): the owner sleeps until it is woken, with a slot.
  void join(unsigned index, Parker<ModelSlot, ModelAtomics> &parker) {
    ModelRecord &waited = record(index);
    while (!waited.join.done()) {
      waited.waiter = &parker;
      if (waited.join.announce() && !parker.park())
        explorer.fail("woken without a slot");
      waited.join.retract();
    }
  }

  void finish(unsigned index) {
    typename Traits::Context context;
    if (ModelRecord *toWake = Chain::finish(context, record(index), index == 0))
      toWake->waiter->unpark(&state->slot);
  }

  void runTask(unsigned index) {
    if (index > 0)
      state->published[index].waitFor(true);
    if (script[index] != 'e')
      publish(index + 1);
    if (script[index] == 't') {
      join(index + 1, state->parkers[index + 1]);
      typename Traits::Context context;
      Traits::merge(context, record(index), record(index + 1));
      Chain::drop(record(index + 1));
      record(index + 1).~ModelRecord();
    }
    finish(index);
  }

  void runRoot() {
    join(0, state->parkers[0]);
    state->total = record(0).results;
    record(0).~ModelRecord();
  }

public:
  ChainScenario(Explorer &explorer, std::string script) : explorer(explorer), script(std::move(script)) {}

  void explore() {
    uint32_t expected = 0;
    for (unsigned index = 0; index < script.size(); ++index)
      expected = expected * 10 + index + 1;
    explorer.explore(
        [&] {
          ModelRecord::existing = 0;
          state = std::make_unique<State>();
          publish(0);
          explorer.add([&] { runRoot(); });
          for (unsigned index = 0; index < script.size(); ++index)
            explorer.add([this, index] { runTask(index); });
        },
        [&] {
          if (state->total != expected)
            explorer.fail("the join went on with results " + std::to_string(state->total));
          if (ModelRecord::existing != 0)
            explorer.fail("records are left");
        });
  }
};

class ChainInterleavings : public ::testing::TestWithParam<const char *> {};

TEST_P(ChainInterleavings, TheJoinHasAllResultsInOrder) {
  Explorer explorer;
  ChainScenario<ModelTraits>(explorer, GetParam()).explore();
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.executions, GetParam()[1] ? 10u : 1u);
  RecordProperty("executions", std::to_string(explorer.executions));
}

INSTANTIATE_TEST_SUITE_P(Scenarios, ChainInterleavings, ::testing::Values("e", "he", "te", "hhe", "hte", "the", "tte"));

/// The model must find what is wrong.
template <typename Traits> std::string failureOf(const char *script) {
  Explorer explorer;
  ChainScenario<Traits>(explorer, script).explore();
  return explorer.failure;
}

struct WithoutLock : ModelTraits {
  struct Lock {
    explicit Lock(ModelRecord &) {}
    void lock() {}
    void unlock() {}
  };
};

struct MergesInTheWrongOrder : ModelTraits {
  static void merge(Context &context, ModelRecord &left, ModelRecord &right) {
    std::swap(left.results, right.results);
    ModelTraits::merge(context, left, right);
  }
};

struct WakesNobody : ModelTraits {
  static bool complete(ModelRecord &record) {
    (void)record.join.complete();
    return false;
  }
};

TEST(ChainModel, FindsWhatIsWrong) {
  EXPECT_NE(failureOf<WithoutLock>("hhe"), "");
  EXPECT_NE(failureOf<MergesInTheWrongOrder>("he"), "");
  EXPECT_NE(failureOf<WakesNobody>("he").find("sleeps for ever"), std::string::npos);
}

} // namespace
