//===- par_test.cpp - par and its relatives ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same assertions hold under every setting: CMakeLists.txt runs this with many workers, short beats, chaos and
// TACTUS_PROMOTE=all.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using tactus::par;

namespace {

long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

TEST(Par, Recursion) { EXPECT_EQ(fib(21), 10946); }

TEST(Par, ResultsOfEveryKind) {
  int x = 1, y = 2;
  auto [copy, reference] = par([&] { return x; }, [&]() -> int & { return y; });
  static_assert(std::is_same_v<decltype(par([&] { return x; }, [&]() -> int & { return y; })), std::tuple<int, int &>>);
  EXPECT_EQ(copy, 1);
  EXPECT_EQ(&reference, &y);
  auto [pointer, text] = par([] { return std::make_unique<int>(7); }, [] { return std::string(100, 'x'); });
  EXPECT_EQ(*pointer, 7);
  EXPECT_EQ(text, std::string(100, 'x'));
  auto [nothing, number] = par([] {}, [] { return 3; });
  static_assert(std::is_same_v<decltype(nothing), std::monostate>);
  EXPECT_EQ(number, 3);
  static_assert(std::is_void_v<decltype(par([] {}, [] {}))>);
}

struct alignas(64) Wide {
  std::array<double, 8> values;
};

TEST(Par, OveralignedResultsAndBothAsMoveOnly) {
  auto [a, b] = par([] { return Wide{{1, 2}}; }, [] { return Wide{{3, 4}}; });
  EXPECT_EQ(reinterpret_cast<uintptr_t>(&b) % 64, 0u);
  EXPECT_EQ(a.values[1] + b.values[1], 6);
  auto [p, q] = par([] { return std::make_unique<int>(1); }, [] { return std::make_unique<int>(2); });
  EXPECT_EQ(*p + *q, 3);
}

TEST(Par, MoveOnlyAndMutableClosures) {
  auto owned = std::make_unique<int>(5);
  int count = 0;
  auto counting = [count]() mutable { return ++count; };
  auto [a, b] = par([p = std::move(owned)] { return *p; }, counting);
  EXPECT_EQ(a + b, 6);
  EXPECT_EQ(counting(), 2); // an lvalue is not copied
}

int three() { return 3; }
struct Adder {
  virtual ~Adder() = default;
  virtual long sum(int depth) const {
    if (depth == 0)
      return 1;
    auto [a, b] = par([&] { return sum(depth - 1); }, [&] { return sum(depth - 1); });
    return a + b;
  }
};
struct Doubler final : Adder {
  long sum(int depth) const override { return depth % 2 ? 2 * Adder::sum(depth) : Adder::sum(depth); }
};

TEST(Par, FunctionsPointersAndVirtualCalls) {
  auto [a, b] = par(three, &three);
  EXPECT_EQ(a + b, 6);
  std::function<long(int)> recursive = [&](int n) -> long {
    if (n < 1)
      return 1;
    auto [x, y] = par([&] { return recursive(n - 1); }, [&] { return recursive(n - 1); });
    return x + y;
  };
  EXPECT_EQ(recursive(10), 1024);
  EXPECT_EQ(Adder{}.sum(10), 1024);
  EXPECT_EQ(static_cast<const Adder &>(Doubler{}).sum(6), 512);
}

long even(int n);
long odd(int n) {
  if (n == 0)
    return 0;
  auto [a, b] = par([=] { return even(n - 1); }, [=] { return even(n - 1); });
  return a + b;
}
long even(int n) {
  if (n == 0)
    return 1;
  auto [a, b] = par([=] { return odd(n - 1); }, [=] { return odd(n - 1); });
  return a + b;
}

TEST(Par, MutualRecursion) { EXPECT_EQ(even(10), 1024); }

TEST(Par, SeveralBranches) {
  auto [a, b, c] = par([] { return 1; }, [] { return std::string("two"); }, [] {});
  static_assert(std::is_same_v<decltype(c), std::monostate>);
  EXPECT_EQ(a, 1);
  EXPECT_EQ(b, "two");
  auto five = par([] { return 1; }, [] { return 2; }, [] { return 3; }, [] { return 4; }, [] { return 5; });
  EXPECT_EQ(five, std::make_tuple(1, 2, 3, 4, 5));
  std::atomic<int> sum{0};
  tactus::parallel_invoke([&] { sum += 1; }, [&] { return sum += 2; }, [&] { sum += 4; }, [&] { sum += 8; });
  tactus::parallel_invoke();
  tactus::parallel_invoke([&] { sum += 16; });
  EXPECT_EQ(sum, 31);
}

constexpr int atCompileTime() {
  auto [a, b] = par([] { return 1; }, [] { return 2; });
  auto [c, d, e] = par([] { return 1; }, [] { return 2; }, [] {});
  static_cast<void>(e);
  int sum = 0;
  tactus::parallel_for(0, 4, [&](int i) { sum += i; });
  return a + b + c + d + sum + tactus::parallel_reduce(0, 4, 0, [](int i) { return i; }, std::plus<>{});
}
static_assert(atCompileTime() == 18);

/// Counts objects, so that each result is destroyed exactly once.
struct Counted {
  static inline std::atomic<int> alive{0};
  int value;
  explicit Counted(int v) : value(v) { ++alive; }
  Counted(Counted &&other) noexcept : value(other.value) { ++alive; }
  Counted(const Counted &) = delete;
  ~Counted() { --alive; }
};

/// Each branch may throw its number.
int branchOf(int number, unsigned throwing) {
  Counted local(number);
  if (throwing >> number & 1)
    throw number;
  return number;
}

TEST(ParExceptions, TheFirstInProgramOrderAtEveryPosition) {
  for (unsigned throwing = 0; throwing < 16; ++throwing) {
    int caught = -1;
    try {
      auto [a, b, c, d] =
          par([&] { return Counted(branchOf(0, throwing)); }, [&] { return Counted(branchOf(1, throwing)); },
              [&] { return Counted(branchOf(2, throwing)); }, [&] { return Counted(branchOf(3, throwing)); });
      EXPECT_EQ(a.value + b.value + c.value + d.value, 6);
    } catch (int number) {
      caught = number;
    }
    EXPECT_EQ(caught, throwing ? __builtin_ctz(throwing) : -1);
    EXPECT_EQ(Counted::alive, 0);
  }
}

/// A tree whose leaf number `bad` throws; every frame has something to destroy.
int countLeaves(int depth, int first, int bad) {
  Counted local(depth);
  if (depth == 0) {
    if (first == bad)
      throw std::runtime_error("leaf " + std::to_string(first));
    return 1;
  }
  auto [a, b] = par([&] { return countLeaves(depth - 1, first, bad); },
                    [&] { return countLeaves(depth - 1, first + (1 << (depth - 1)), bad); });
  return a + b;
}

TEST(ParExceptions, FromDeepInside) {
  EXPECT_EQ(countLeaves(9, 0, -1), 512);
  for (int bad = 0; bad < 512; bad += 37) {
    try {
      countLeaves(9, 0, bad);
      ADD_FAILURE();
    } catch (const std::runtime_error &error) {
      EXPECT_EQ(error.what(), "leaf " + std::to_string(bad));
    }
    EXPECT_EQ(Counted::alive, 0);
  }
  // Afterwards the thread's records are as they were.
  EXPECT_EQ(fib(15), 610);
}

TEST(ParExceptions, CaughtInsideABranch) {
  auto [a, b] = par(
      [] {
        try {
          par([] { throw 1; }, [] {});
        } catch (int number) {
          return number;
        }
        return 0;
      },
      [] { return 2; });
  EXPECT_EQ(a + b, 3);
}

TEST(TaskGroup, RunsAllAndThrowsTheFirst) {
  std::atomic<int> sum{0};
  tactus::task_group group;
  for (int i = 0; i < 1000; ++i)
    group.run([&sum, i] { sum += i; });
  group.wait();
  EXPECT_EQ(sum, 499500);
  for (int bad : {0, 1, 500, 999}) {
    for (int i = 0; i < 1000; ++i)
      group.run([i, bad] {
        if (i >= bad)
          throw i;
      });
    try {
      group.wait();
      ADD_FAILURE();
    } catch (int number) {
      EXPECT_EQ(number, bad);
    }
  }
  group.run([] { throw 1; }); // dropped by the destructor
}

void visit(const std::vector<std::vector<int>> &children, int node, std::atomic<long> &sum) {
  sum += node;
  tactus::task_group group;
  for (int child : children[static_cast<size_t>(node)])
    group.run([&children, child, &sum] { visit(children, child, sum); });
  group.wait();
}

TEST(TaskGroup, IrregularTree) {
  std::vector<std::vector<int>> children(2000);
  for (int node = 1; node < 2000; ++node)
    children[static_cast<size_t>((node * 7919) % node)].push_back(node);
  std::atomic<long> sum{0};
  visit(children, 0, sum);
  EXPECT_EQ(sum, 1999000);
}

TEST(TaskGroup, MoveOnlyFunctions) {
  int value = 0;
  tactus::task_group group;
  group.run([&value, p = std::make_unique<int>(4)] { value = *p; });
  group.wait();
  EXPECT_EQ(value, 4);
}

/// As deep as the stack allows under sanitizers as well.
long deep(long n) {
  if (n == 0)
    return 0;
  auto [a, b] = par([=] { return deep(n - 1); }, [] { return 1L; });
  return a + b;
}

TEST(Par, DeepLists) { EXPECT_EQ(deep(4000), 4000); }

} // namespace
