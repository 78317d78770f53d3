//===- heap_test.cpp - the heaps of tasks under threads --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The collector without compiled code: tasks are threads of this test, and each fork is promoted at once. They build
// graphs, publish them, hold what others have published, and check that it is what was made. A node holds numbers that
// tell what its children hold. For ThreadSanitizer, too: make build-tsan.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/collect.h"
#include "pml/runtime/io.h"
#include "pml/runtime/task_heap.h"
#include "pml/runtime/tasks.h"
#include "pml/runtime/world.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

using namespace tactus::pml;

// What the runtime is used to find in libtactus and in the program.
namespace {

struct TestFork {
  tactus_fork_record record{};
  tactus_fork_descriptor descriptor{};
  // Three objects.
  uint64_t environment[3] = {};
  // The heap, the exception and one object.
  uint64_t result[3] = {};
  std::thread thread;
};

std::atomic<void (*)(const void *, tactus_fork_record *)> promoted{nullptr};
std::atomic<unsigned> faults{0};

TestFork &forkOf(tactus_fork_record *record) { return *reinterpret_cast<TestFork *>(record); }

} // namespace

extern "C" {
/// Addresses of variables tell which frame is the younger one.
const char *__asan_default_options() { return "detect_stack_use_after_return=0"; }

extern const ProgramInfo pml_program;
const ProgramInfo pml_program{};

void tactus_watch_promotions(void (*watcher)(const void *, tactus_fork_record *)) { promoted = watcher; }
void tactus_promote_for_others(const int32_t *) {}
tactus_fork_record *tactus_fork_behind(const void *, const void **) { return nullptr; }
uint64_t *tactus_fork_environment(tactus_fork_record *record, const tactus_fork_descriptor **descriptor) {
  *descriptor = &forkOf(record).descriptor;
  return forkOf(record).environment;
}
void tactus_fork_join(tactus_fork_record *record) {
  // A fork whose task nobody has begun has none.
  if (std::thread &thread = forkOf(record).thread; thread.joinable())
    thread.join();
}
int tactus_fork_cancel(tactus_fork_record *record) {
  forkOf(record).thread.join();
  return 1;
}
void tactus_fork_release(tactus_fork_record *) {}
}

namespace {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 2654435761 + 1) {}
  uint64_t below(uint64_t bound) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % bound;
  }

private:
  uint64_t state;
};

// A node: two pointers, its number, and those of its children when it was made, which stay theirs.
constexpr uint64_t NodeHeader = recordHeader(0, 2, 5);
constexpr uint64_t NumberAt = 2;
// A cell: one pointer that is written again and again. A table: a large array of cells' kind.
constexpr uint64_t CellHeader = recordHeader(0, 1, 1, IdentityBit);
constexpr uint64_t TableHeader = sequenceHeader(PointerSequence, 8, IdentityBit);
constexpr uint64_t TableLength = 5000;

uint64_t load(const uint64_t &word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
Object *objectAt(const uint64_t &word) { return reinterpret_cast<Object *>(load(word)); }

void store(Object *holder, uint64_t position, Object *stored) {
  auto word = reinterpret_cast<uint64_t>(stored);
  share(pml_thread, holder, word);
  __atomic_store_n(&holder->words[position], word, __ATOMIC_RELEASE);
}

uint64_t numberOf(const Object *node) { return node ? node->words[NumberAt] : 0; }

void expectWhole(const Object *node, unsigned depth = 4) {
  for (unsigned child = 0; node && child < 2; ++child) {
    const Object *below = objectAt(node->words[child]);
    if (numberOf(below) != node->words[NumberAt + 1 + child])
      ++faults;
    if (depth)
      expectWhole(below, depth - 1);
  }
}

Object *makeNode(uint64_t number, const Root &left, const Root &right) {
  Object *node = allocate(8 + 5 * 8, NodeHeader);
  node->words[NumberAt] = number;
  node->words[NumberAt + 1] = numberOf(left.get());
  node->words[NumberAt + 2] = numberOf(right.get());
  node->words[0] = reinterpret_cast<uint64_t>(left.get());
  node->words[1] = reinterpret_cast<uint64_t>(right.get());
  return node;
}

// What all tasks share: an array of nodes, and one of cells, which change as well. Each thread has roots of its own.
struct Shared {
  Root table, cells;

  Shared(Object *table, Object *cells) : table(table), cells(cells) {}
};

/// `held` grows by what the task makes and finds.
void act(const Shared &shared, Random &random, Root &held, Root &other) {
  uint64_t at = 1 + random.below(TableLength);
  switch (random.below(8)) {
  case 0:
    store(shared.table.get(), at % 16 + 1, held.get());
    break;
  case 1:
    other.set(objectAt(shared.table->words[at % 16 + 1]));
    break;
  case 2:
    store(objectAt(shared.cells->words[at % 8 + 1]), 0, other.get());
    break;
  case 3:
    other.set(objectAt(objectAt(shared.cells->words[at % 8 + 1])->words[0]));
    break;
  case 4: {
    Object *cell = allocate(16, CellHeader);
    cell->words[0] = reinterpret_cast<uint64_t>(held.get());
    store(shared.cells.get(), at % 8 + 1, cell);
    break;
  }
  case 5:
    if (random.below(64) == 0) {
      Root large(allocateSequence(TableLength, TableHeader));
      store(large.get(), at, held.get());
      expectWhole(objectAt(large->words[at]));
    }
    break;
  default: {
    Object *made = makeNode(1 + random.below(1000000), held, other);
    if (random.below(16) == 0)
      other.set(nullptr);
    held.set(made);
  }
  }
  if (random.below(256) == 0)
    held.set(nullptr);
  expectWhole(other.get(), 2);
}

Object *work(const Shared &shared, uint64_t seed, unsigned depth, unsigned steps, Object *given);

/// Both branches at the same time, the second as a task that begins with an object of ours.
void fork(const Shared &shared, uint64_t seed, unsigned depth, unsigned steps, Root &held, Root &other) {
  auto fork = std::make_unique<TestFork>();
  fork->descriptor.flags = uint64_t{3} << EnvironmentPointersShift | uint64_t{1} << ResultPointersShift;
  fork->record.result = fork->result;
  Object *captured[] = {other.get(), shared.table.get(), shared.cells.get()};
  memcpy(fork->environment, captured, sizeof captured);
  PromotedFork node{pml_thread.promotedForks, &fork->record};
  pml_thread.promotedForks = &node;
  promoted.load()(&node, &fork->record);
  fork->thread = std::thread([seed, depth, steps, fork = fork.get()] {
    Segment segment;
    beginTask(segment, fork->result);
    {
      Object *given[3];
      memcpy(given, fork->environment, sizeof given);
      Shared task(given[1], given[2]);
      fork->result[2] = reinterpret_cast<uint64_t>(work(task, 2 * seed + 1, depth, steps, given[0]));
    }
    endTask(segment, fork->result);
  });
  held.set(work(shared, 2 * seed, depth, steps, held.get()));
  pml_thread.promotedForks = node.older;
  if (seed % 3)
    joinTask(&fork->record);
  else
    cancelTask(&fork->record);
  other.set(reinterpret_cast<Object *>(fork->result[2]));
}

Object *work(const Shared &shared, uint64_t seed, unsigned depth, unsigned steps, Object *given) {
  Random random(seed);
  Root held(given), other(nullptr);
  for (unsigned i = 0; i < steps; ++i)
    act(shared, random, held, other);
  if (depth) {
    fork(shared, seed, depth - 1, steps, held, other);
    expectWhole(other.get());
    for (unsigned i = 0; i < steps; ++i)
      act(shared, random, held, other);
  }
  expectWhole(held.get());
  return held.get();
}

struct Setup {
  Setup() {
    unsetenv("TACTUS_HEAP_MB");
    readSettings();
    readMaps();
    watchPromotions();
  }
};

void setUp(uint64_t stress) {
  static Setup setup;
  heapSettings.stress = stress;
  heapSettings.verifies = stress;
  faults = 0;
}

void run(uint64_t seed, uint64_t stress, unsigned depth, unsigned steps) {
  setUp(stress);
  Segment segment;
  beginTask(segment, nullptr);
  {
    Root table(allocateSequence(TableLength, TableHeader));
    Object *cells = allocateSequence(8, TableHeader);
    Shared shared(table.get(), cells);
    for (uint64_t i = 1; i <= 8; ++i) {
      Object *cell = allocate(16, CellHeader);
      store(shared.cells.get(), i, cell);
    }
    work(shared, seed, depth, steps, nullptr);
  }
  collectGarbage();
  endTask(segment, nullptr);
  EXPECT_EQ(faults, 0u);
}

/// Two tasks publish an array that is frozen, and too small for a collection of all heaps. Whether the second has found
/// a pin while the first still pinned cells.
[[gnu::noinline]] bool pinTogether() {
  constexpr uint64_t Length = 30000;
  TestFork older, younger;
  for (TestFork *fork : {&older, &younger})
    fork->record.result = fork->result;
  younger.descriptor.flags = uint64_t{1} << EnvironmentPointersShift;
  std::atomic<bool> begins{false}, overlaps{false};
  promoted.load()(&older, nullptr);
  {
    Root array(allocateSequence(Length, TableHeader));
    for (uint64_t i = 1; i <= Length; ++i) {
      Object *cell = allocate(16, CellHeader);
      storePointer(pml_thread, array.get(), i, cell);
    }
    // The root heap's objects need no pins, and old ones have none.
    EXPECT_NE(ownerOf(array.get()), &rootHeap);
    EXPECT_NE(ownerOf(array.get()), &oldHeap);
    promoted.load()(&younger, nullptr);
    younger.environment[0] = reinterpret_cast<uint64_t>(array.get());
    younger.thread = std::thread([&] {
      Segment segment;
      beginTask(segment, younger.result);
      auto *frozen = reinterpret_cast<Object *>(younger.environment[0]);
      begins = true;
      while (!(load(frozen->header) & PinBit))
        ;
      // It is pinned last.
      const Object *cell = objectAt(frozen->words[1]);
      overlaps = !(load(cell->header) & PinBit);
      share(pml_thread, nullptr, younger.environment[0]);
      if (!(load(cell->header) & PinBit))
        ++faults;
      endTask(segment, younger.result);
    });
    while (!begins)
      ;
    share(pml_thread, nullptr, younger.environment[0]);
    joinTask(&younger.record);
  }
  joinTask(&older.record);
  return overlaps;
}

uint64_t ownCollections() {
  HeapLocked locked;
  return heapStatistics.own.count;
}

} // namespace

TEST(Heap, TasksShareWhatTheyLike) {
  for (uint64_t seed = 1; seed <= 12; ++seed)
    run(seed, 1 + seed % 7, 4, 120);
  EXPECT_GT(ownCollections(), 0u);
}

TEST(Heap, APinThatIsFoundHoldsForAllThatIsReached) {
  setUp(0);
  Segment segment;
  beginTask(segment, nullptr);
  // A busy machine lets one run behind the other.
  constexpr unsigned MostRounds = 100;
  bool overlaps = false;
  for (unsigned round = 0; round < MostRounds && !overlaps; ++round) {
    collectGarbage();
    overlaps = pinTogether();
  }
  endTask(segment, nullptr);
  EXPECT_EQ(faults, 0u);
}

TEST(Heap, CollectsOnlyWhatIsDue) {
  uint64_t before = ownCollections();
  run(1, 0, 3, 60000);
  EXPECT_GT(ownCollections(), before);
}

TEST(Heap, WhatIsOldIsNotCopiedAgain) {
  setUp(0);
  constexpr unsigned Nodes = 400000;
  constexpr uint64_t Garbage = uint64_t{64} << 20;
  Segment segment;
  beginTask(segment, nullptr);
  {
    Root list(nullptr), none(nullptr), cell(allocate(16, CellHeader));
    for (unsigned i = 1; i <= Nodes; ++i)
      list.set(makeNode(i, list, none));
    collectGarbage();
    Object *before = list.get();
    HeapStatistics first = heapStatistics;
    // The youngest node is only reached from an old object, at any time.
    for (unsigned i = 1; i <= Garbage / 48; ++i)
      store(cell.get(), 0, makeNode(i, list, none));
    HeapStatistics last = heapStatistics;
    EXPECT_EQ(list.get(), before);
    EXPECT_EQ(last.whole.count, first.whole.count);
    EXPECT_GT(last.young.count, first.young.count);
    EXPECT_LT(last.young.copiedBytes - first.young.copiedBytes, BlockBytes);
    EXPECT_EQ(numberOf(objectAt(cell->words[0])), Garbage / 48);
    expectWhole(objectAt(cell->words[0]));
  }
  endTask(segment, nullptr);
  EXPECT_EQ(faults, 0u);
}

TEST(Heap, StepsFollowWhatLives) {
  setUp(0);
  constexpr uint64_t Garbage = uint64_t{64} << 20, NumbersHeader = sequenceHeader(NumberSequence, 8);
  // Collections while so much is allocated in objects of one size.
  auto collections = [](uint64_t bytes, uint64_t length) {
    collectGarbage();
    HeapStatistics first = heapStatistics;
    for (uint64_t at = 0; at < bytes; at += sequenceBytes(length, 8))
      allocateSequence(length, NumbersHeader);
    return heapStatistics.young.count + heapStatistics.whole.count - first.young.count - first.whole.count;
  };
  Segment segment;
  beginTask(segment, nullptr);
  // With nothing alive, a program gets no more than the caches hold; but more than one large object.
  EXPECT_GT(collections(Garbage, 4), Garbage >> 21);
  EXPECT_LT(collections(Garbage, 2 << 17), Garbage >> 21);
  {
    Root list(nullptr), none(nullptr);
    for (unsigned i = 1; i <= 100000; ++i)
      list.set(makeNode(i, list, none));
    // What has become old is no reason to wait.
    EXPECT_GT(collections(Garbage, 4), Garbage >> 21);
  }
  endTask(segment, nullptr);
}

TEST(Heap, LargeObjectsLieAtDifferentPlacesOfPages) {
  setUp(0);
  constexpr uint64_t Length = 1 << 14, NumbersHeader = sequenceHeader(NumberSequence, 8);
  constexpr unsigned Pairs = 8, Rounds = 3;
  Segment segment;
  beginTask(segment, nullptr);
  unsigned pairsAtOnePlace = 0;
  auto placeInPage = [](const Root &object) { return reinterpret_cast<uint64_t>(object.get()) % PageBytes; };
  // In later rounds, in memory that has been used before.
  for (unsigned round = 0; round < Rounds; ++round) {
    for (unsigned pair = 0; pair < Pairs; ++pair) {
      Root first(allocateSequence(Length, NumbersHeader)), second(allocateSequence(Length, NumbersHeader));
      if (placeInPage(first) == placeInPage(second))
        ++pairsAtOnePlace;
      memset(first->elements(), 1, 8 * Length);
      memset(second->elements(), 2, 8 * Length);
      EXPECT_EQ(first->words[Length], 0x0101010101010101u);
      EXPECT_EQ(second->words[0], Length);
    }
    collectGarbage();
  }
  EXPECT_LT(pairsAtOnePlace, Pairs / 2);
  endTask(segment, nullptr);
}

TEST(Heap, TasksTogetherFitIntoLittle) {
  // Their blocks alone would not fit, if they did not collect. Without room the program would end.
  heapSettings.heapLimit = uint64_t{6} << 20;
  run(1, 0, 5, 4000);
  heapSettings.heapLimit = 0;
}

TEST(Heap, EndsWithLittleMemory) {
  run(1, 1, 3, 100);
  // Everything is garbage by now, but what the largest objects' memory is kept for.
  HeapLocked locked;
  EXPECT_LT(heap.usedBytes(), uint64_t{2} << 20);
}

// What making lists of so many bytes takes, each of which is garbage when the next one is made.
struct Use {
  uint64_t mostBytes, collections;
};
Use useOfLists(uint64_t bytes) {
  constexpr uint64_t NodeBytes = 48, Lists = 100;
  setUp(0);
  Segment segment;
  beginTask(segment, nullptr);
  for (unsigned i = 0; i < Lists; ++i) {
    Root list(nullptr), none(nullptr);
    for (uint64_t made = 0; made < bytes; made += NodeBytes)
      list.set(makeNode(made, list, none));
  }
  endTask(segment, nullptr);
  HeapLocked locked;
  return {heapStatistics.mostHeapBytes, heapStatistics.whole.count + heapStatistics.young.count};
}

// Three blocks more than the least that is allocated between two collections.
TEST(Heap, SmallListsNeedLittle) {
  EXPECT_LE(useOfLists(uint64_t{192} << 10).mostBytes, (uint64_t{1} << 20) + 3 * BlockBytes);
}

// 1.6 GiB are allocated.
TEST(Heap, LongListsAreCollectedSeldom) { EXPECT_LE(useOfLists(uint64_t{16} << 20).collections, 48); }
