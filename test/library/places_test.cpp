//===- places_test.cpp - where calls are made from, and ranges of unusual kinds ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Before main and behind it, inside of each other, from threads that come and go, in a process that was forked; over
// ranges that are longer than an int can count, or that count in types of their own. And how many accumulators and
// items of a pipeline are made, how many are alive at a time, and groups that are used again.
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/combinable.hpp>
#include <tactus/execution>
#include <tactus/index_space.hpp>
#include <tactus/pipeline.hpp>
#include <tactus/reproducible.hpp>
#include <tactus/scan.hpp>
#include <tactus/search.hpp>
#include <tactus/sort.hpp>
#include <tactus/tactus.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <forward_list>
#include <gtest/gtest.h>
#include <limits>
#include <list>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// A bit of everything, from a seed: what it returns is what it should be, or 0.
int64_t everything(int64_t seed) {
  std::vector<int64_t> x(600), y(600);
  tactus::parallel_for(std::size_t{0}, x.size(),
                       [&](std::size_t i) { x[i] = (static_cast<int64_t>(i) * 7919 + seed) % 601; });
  int64_t sum = std::accumulate(x.begin(), x.end(), int64_t{0});
  auto [reduced, longest] = tactus::par([&] { return tactus::parallel_reduce(x, int64_t{0}); },
                                        [&] { return *tactus::parallel_max_element(x); });
  tactus::parallel_inclusive_scan(x, y.begin());
  bool isRight = reduced == sum && y.back() == sum && longest == *std::max_element(x.begin(), x.end());
  tactus::parallel_sort(x);
  tactus::combinable<int64_t> counted;
  tactus::task_group group;
  for (int part = 0; part < 3; ++part)
    group.run([&, part] {
      tactus::parallel_for(part * 200, part * 200 + 200,
                           [&](int i) { counted.local() += x[static_cast<std::size_t>(i)]; });
    });
  group.wait();
#ifdef TACTUS_STANDARD_EXECUTION
  std::stable_sort(std::execution::par, y.begin(), y.end(), std::greater<>());
  isRight = isRight && std::is_sorted(y.rbegin(), y.rend());
#endif
  isRight = isRight && std::is_sorted(x.begin(), x.end()) && counted.get() == sum;
  return isRight ? sum : 0;
}

//===--- before main, and behind it ----------------------------------------------------------------------===//

const int64_t beforeMain = everything(1);

/// Ends behind main; a test can no longer fail there, so the process does.
struct BehindMain {
  int64_t expected = everything(2);
  ~BehindMain() {
    if (everything(2) != expected)
      std::_Exit(3);
  }
};
const BehindMain behindMain;

TEST(Places, BeforeMain) {
  EXPECT_NE(beforeMain, 0);
  EXPECT_NE(behindMain.expected, 0);
  EXPECT_EQ(everything(1), beforeMain);
}

/// An accumulator that is older than main, and one for each function.
tactus::combinable<int64_t> global;

TEST(Places, StaticAccumulators) {
  static tactus::combinable<std::string> ofFunction;
  tactus::parallel_for(0, 1000, [&](int i) {
    global.local() += i;
    ofFunction.local() += 'x';
  });
  EXPECT_EQ(global.get(), 499500);
  EXPECT_EQ(ofFunction.get().size(), 1000u);
}

TEST(Places, ThreadsThatComeAndGo) {
  const int64_t expected = everything(3);
  ASSERT_NE(expected, 0);
  std::atomic<int> right = 0;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back([&] { right += everything(3) == expected; });
    for (std::thread &each : threads)
      each.join();
  }
  EXPECT_EQ(right, 12);
}

/// Threads that are begun by tasks, and join before these end.
TEST(Places, ThreadsInTasks) {
  std::atomic<int> right = 0;
  tactus::parallel_for(0, 6, [&](int) {
    std::thread other([&] { right += everything(4) != 0; });
    right += everything(5) != 0;
    other.join();
  });
  EXPECT_EQ(right, 12);
}

TEST(Places, ForkedProcesses) {
  ASSERT_NE(everything(6), 0);
  for (int round = 0; round < 3; ++round) {
    pid_t child = fork();
    ASSERT_NE(child, -1);
    if (child == 0)
      std::_Exit(everything(6) != 0 ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_NE(everything(6), 0);
  }
}

/// Every algorithm inside of every other's function.
TEST(Places, InsideOfEachOther) {
  auto inner = [](int64_t x) { return everything(x) != 0 ? int64_t{1} : int64_t{0}; };
  std::vector<int64_t> four{1, 2, 3, 4}, out(4);
  EXPECT_EQ(tactus::parallel_transform_reduce(four, int64_t{0}, std::plus<>(), inner), 4);
  tactus::parallel_transform(four, out.begin(), inner);
  EXPECT_EQ(out, std::vector<int64_t>(4, 1));
  auto added = [&](int64_t a, int64_t b) { return inner(1) * (a + b); };
  tactus::parallel_inclusive_scan(four, out.begin(), added);
  EXPECT_EQ(out, (std::vector<int64_t>{1, 3, 6, 10}));
  EXPECT_EQ(tactus::reproducible_reduce(four, int64_t{0}, added), 10);
  tactus::parallel_sort(out, [&](int64_t a, int64_t b) { return inner(2) != 0 && a > b; });
  EXPECT_EQ(out, (std::vector<int64_t>{10, 6, 3, 1}));
  EXPECT_EQ(tactus::parallel_count_if(four, [&](int64_t x) { return inner(x) == 1; }), 4u);
  EXPECT_EQ(tactus::parallel_find_if(four, [&](int64_t x) { return inner(x) == 1 && x == 3; }) - four.begin(), 2);
  int64_t next = 0, items = 0;
  tactus::pipeline(
      4, [&] { return next == 4 ? std::optional<int64_t>() : std::optional(++next); }, inner,
      tactus::in_order([&](int64_t x) { items += x * inner(5); }));
  EXPECT_EQ(items, 4);
}

//===--- long ranges, and what they count in -------------------------------------------------------------===//

/// 2^40 elements that are nowhere.
TEST(Places, LongViews) {
  constexpr int64_t length = int64_t{1} << 40;
  auto numbers = std::views::iota(int64_t{0}, length);
  EXPECT_EQ(*tactus::parallel_find_if(numbers, [](int64_t x) { return x >= 5000; }), 5000);
  EXPECT_TRUE(tactus::parallel_any_of(numbers, [](int64_t x) { return x == 777; }));
  EXPECT_FALSE(tactus::parallel_all_of(numbers, [](int64_t x) { return x < 9000; }));
  EXPECT_EQ(*tactus::parallel_find(numbers, 4321), 4321);
  EXPECT_EQ(*tactus::find(tactus::execution::seq, numbers.begin(), numbers.end(), 4321), 4321);
  EXPECT_EQ(*tactus::parallel_max_element(numbers | std::views::take(9000)), 8999);
  EXPECT_EQ(*tactus::parallel_minmax_element(numbers | std::views::drop(7) | std::views::take(9000)).first, 7);
  std::stop_source stop;
  std::atomic<int64_t> last = 0;
  tactus::parallel_for(
      numbers,
      [&](int64_t x) {
        if (x == 100)
          stop.request_stop();
        last = x;
      },
      stop.get_token());
  EXPECT_LT(last, length);
  // The end, by its index.
  auto behind = numbers | std::views::drop(length - 100);
  EXPECT_EQ(tactus::parallel_reduce(behind, int64_t{0}), 100 * (length - 100) + 4950);
  auto squares = numbers | std::views::transform([](int64_t x) { return uint64_t(x) * uint64_t(x); });
  EXPECT_EQ(*tactus::parallel_find_if(squares, [](uint64_t x) { return x > 1'000'000; }), 1001u * 1001u);
}

/// Three thousand million iterations, in blocks, and by steps.
TEST(Places, LongIntervals) {
  constexpr int64_t length = int64_t{3} << 30;
  std::atomic<int64_t> calls = 0;
  tactus::parallel_for(-length, length, int64_t{1} << 20, [&](int64_t i) { calls += i % (1 << 20) == 0; });
  EXPECT_EQ(calls, 6144);
  calls = 0;
  constexpr auto most = std::numeric_limits<int64_t>::max(), least = std::numeric_limits<int64_t>::min();
  tactus::parallel_for(least, most, int64_t{1} << 60, [&](int64_t i) { calls += i == least || i % (1 << 20) == 0; });
  EXPECT_EQ(calls, 16);
  calls = 0;
  tactus::parallel_for(std::numeric_limits<uint64_t>::max() - 10, std::numeric_limits<uint64_t>::max(), 3,
                       [&](uint64_t i) { calls += i > 5; });
  EXPECT_EQ(calls, 4);
  tactus::parallel_for(int8_t{-128}, int8_t{127}, 100, [&](int8_t i) { calls += i; });
  EXPECT_EQ(calls, 4 - 128 - 28 + 72);
  auto sum = tactus::parallel_reduce(
      tactus::index_space(int64_t{1} << 31, int64_t{1} << 31), int64_t{0}, [](int64_t, int64_t) { return int64_t{1}; },
      std::plus<>(),
      [] {
        std::stop_source stop;
        stop.request_stop();
        return stop.get_token();
      }());
  EXPECT_EQ(sum, 0);
}

/// Spaces without an index, in any of their dimensions.
TEST(Places, EmptySpaces) {
  std::atomic<int> calls = 0;
  auto count = [&](int, int, int) { ++calls; };
  for (auto [depth, height, width] : {std::array{0, 3, 3}, {3, 0, 3}, {3, 3, 0}, {-1, 3, 3}, {3, -7, 3}})
    tactus::parallel_for(tactus::index_space(depth, height, width), count);
  tactus::parallel_for(tactus::index_space(tactus::interval{5, 2}, tactus::interval{0, 2}, tactus::interval{0, 2}),
                       count);
  EXPECT_EQ(calls, 0);
  tactus::parallel_for(0, 10, 0, [&](int) { ++calls; });
  tactus::parallel_for(0, 10, -1, [&](int) { ++calls; });
  tactus::parallel_for(10, 0, [&](int) { ++calls; });
  tactus::parallel_for_blocks(10, 0, [&](int, int) { ++calls; });
  EXPECT_EQ(calls, 0);
}

//===--- ranges whose end is of another type, or whose elements stand for others ----------------------------===//

} // namespace

/// Random access, with an end that is no iterator, and elements that are made anew.
struct SquaresOfPlaces {
  struct End {
    int64_t at;
  };
  struct Iterator {
    using value_type = int64_t;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::random_access_iterator_tag;
    int64_t at = 0;
    int64_t operator*() const { return at * at; }
    int64_t operator[](std::ptrdiff_t n) const { return (at + n) * (at + n); }
    Iterator &operator++() { return ++at, *this; }
    Iterator operator++(int) { return {at++}; }
    Iterator &operator--() { return --at, *this; }
    Iterator operator--(int) { return {at--}; }
    Iterator &operator+=(std::ptrdiff_t n) { return at += n, *this; }
    Iterator &operator-=(std::ptrdiff_t n) { return at -= n, *this; }
    friend Iterator operator+(Iterator i, std::ptrdiff_t n) { return {i.at + n}; }
    friend Iterator operator+(std::ptrdiff_t n, Iterator i) { return {i.at + n}; }
    friend Iterator operator-(Iterator i, std::ptrdiff_t n) { return {i.at - n}; }
    friend std::ptrdiff_t operator-(Iterator i, Iterator j) { return i.at - j.at; }
    friend auto operator<=>(const Iterator &, const Iterator &) = default;
    friend bool operator==(const Iterator &, const Iterator &) = default;
    friend bool operator==(Iterator i, End end) { return i.at == end.at; }
    friend std::ptrdiff_t operator-(End end, Iterator i) { return end.at - i.at; }
    friend std::ptrdiff_t operator-(Iterator i, End end) { return i.at - end.at; }
  };
  int64_t count;
  Iterator begin() const { return {0}; }
  End end() const { return {count}; }
};

namespace {

TEST(Places, EndsOfAnotherType) {
  static_assert(tactus::indexable_range<SquaresOfPlaces> && !std::ranges::common_range<SquaresOfPlaces>);
  SquaresOfPlaces squares{2000};
  std::vector<int64_t> expected, out(2000), merged(4000);
  for (int64_t i = 0; i < 2000; ++i)
    expected.push_back(i * i);
  std::atomic<int64_t> sum = 0;
  tactus::parallel_for_each(squares.begin(), squares.end(), [&](int64_t x) { sum += x; });
  EXPECT_EQ(sum, std::accumulate(expected.begin(), expected.end(), int64_t{0}));
  EXPECT_EQ(tactus::parallel_reduce(squares, int64_t{0}), sum);
  EXPECT_EQ(tactus::reproducible_reduce(squares, int64_t{0}), sum);
  tactus::parallel_transform(squares, out.begin(), std::identity());
  EXPECT_EQ(out, expected);
  EXPECT_EQ(tactus::parallel_find_if(squares, [](int64_t x) { return x > 1'000'000'000; }), squares.end());
  EXPECT_EQ(tactus::parallel_find(squares, 1600) - squares.begin(), 40);
  EXPECT_EQ(tactus::parallel_max_element(squares) - squares.begin(), 1999);
  EXPECT_EQ(*tactus::parallel_minmax_element(squares).first, 0);
  tactus::parallel_merge(squares, expected, merged.begin());
  EXPECT_TRUE(std::is_sorted(merged.begin(), merged.end()));
  tactus::parallel_exclusive_scan(squares, out.begin(), int64_t{7});
  EXPECT_EQ(out.back(), sum - expected.back() + 7);
  std::atomic<std::size_t> blocks = 0;
  tactus::parallel_for_blocks(squares, [&](auto piece) { blocks += std::ranges::size(piece); });
  EXPECT_EQ(blocks, 2000u);
}

/// Lists are refused, and can be asked about; what has random access again is taken.
TEST(Places, RangesWithoutRandomAccess) {
  static_assert(!tactus::indexable_range<std::list<int>> && !tactus::indexable_range<std::forward_list<int>>);
  std::vector<int> numbers(100, 3);
  auto odd = numbers | std::views::filter([](int x) { return x % 2 == 1; });
  static_assert(!tactus::indexable_range<decltype(odd)> && tactus::indexable_range<std::span<const int>>);
  EXPECT_EQ(tactus::parallel_reduce(std::span<const int>(numbers), 0), 300);
  EXPECT_EQ(tactus::parallel_reduce(numbers | std::views::reverse | std::views::take(10), 0), 30);
  std::list<int> list(50, 2);
  std::vector<std::list<int>::iterator> places;
  for (auto each = list.begin(); each != list.end(); ++each)
    places.push_back(each);
  tactus::parallel_for_each(places, [](auto place) { *place *= 5; });
  EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), 500);
}

#if defined(__clang__)
/// Clang leaves wrong calls out of overload resolution.
template <class Range>
concept can_be_sorted = requires(Range &range) { tactus::parallel_sort(range); };
static_assert(can_be_sorted<std::vector<int>> && !can_be_sorted<std::list<int>> &&
              !can_be_sorted<const std::vector<int>>);
#endif

//===--- how many of them there are ----------------------------------------------------------------------===//

/// Counts those that are alive, and the most at a time.
struct Item {
  static inline std::atomic<int> alive = 0, most = 0;
  int number;
  explicit Item(int n) : number(n) { born(); }
  Item(Item &&other) noexcept : number(other.number) { born(); }
  Item(const Item &other) noexcept : number(other.number) { born(); }
  Item &operator=(const Item &) = default;
  Item &operator=(Item &&) = default;
  ~Item() { --alive; }

private:
  static void born() {
    int now = ++alive, seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
  }
};

/// The source never runs ahead by more than it may, in_order is one at a time and in order, and nothing stays.
TEST(Places, ItemsInFlight) {
  for (std::size_t inFlight : {0u, 1u, 3u, 16u, 200u}) {
    int next = 0, last = -1;
    std::atomic<int> read = 0, done = 0, mostBetween = 0, inside = 0, together = 0;
    tactus::pipeline(
        inFlight,
        [&]() -> std::optional<Item> {
          if (next == 300)
            return {};
          mostBetween = std::max(mostBetween.load(), ++read - done);
          return Item(next++);
        },
        [](Item item) { return Item(item.number * 2); }, tactus::in_order([&](Item item) {
          together += ++inside > 1;
          EXPECT_EQ(item.number, last < 0 ? 0 : last + 2);
          last = item.number;
          --inside;
          ++done;
        }));
    EXPECT_EQ(done, 300);
    EXPECT_EQ(together, 0);
    EXPECT_LE(mostBetween, std::max<int>(3, static_cast<int>(inFlight))) << inFlight;
    EXPECT_EQ(Item::alive, 0);
  }
}

/// As many accumulators are destroyed as are made, also where a loop ends early; those that follow begin anew.
TEST(Places, AccumulatorsThatAreAbandoned) {
  auto sum = [](Item a, const Item &b) { return Item(a.number + b.number); };
  for (int round = 0; round < 5; ++round) {
    tactus::combinable<Item, decltype(sum)> outer(Item(0), sum);
    try {
      tactus::parallel_for(0, 120, [&](int i) {
        tactus::combinable<Item, decltype(sum)> inner(Item(0), sum);
        tactus::parallel_for(0, 5, [&](int j) { inner.local().number += j; });
        outer.local().number += inner.get().number;
        if (i == 70 + round)
          throw i;
      });
      ADD_FAILURE() << "no exception";
    } catch (int which) {
      EXPECT_EQ(which, 70 + round);
    }
  }
  EXPECT_EQ(Item::alive, 0);
}

/// A group whose functions throw, are cancelled, or make groups, can be used again.
TEST(Places, GroupsAreUsedAgain) {
  tactus::task_group group;
  for (int round = 0; round < 12; ++round) {
    std::atomic<int> calls = 0;
    for (int i = 0; i < 20; ++i)
      group.run([&, i] {
        tactus::task_group inner;
        inner.run([&] { ++calls; });
        inner.run([&] { ++calls; });
        inner.wait();
        if (i == round % 20 || i == 19)
          throw i;
      });
    try {
      group.wait();
      ADD_FAILURE() << "no exception";
    } catch (int which) {
      EXPECT_EQ(which, round % 20);
    }
    EXPECT_EQ(calls, 40);
    group.cancel();
    for (int i = 0; i < 5; ++i)
      group.run([&] { ++calls; });
    EXPECT_TRUE(group.is_cancelled());
    group.wait();
    EXPECT_EQ(calls, 40);
    EXPECT_FALSE(group.is_cancelled());
  }
}

/// An order without a default, that cannot be assigned.
TEST(Places, OrdersWithAState) {
  struct ByDigit {
    int modulus;
    explicit ByDigit(int m) : modulus(m) {}
    ByDigit(const ByDigit &) = default;
    ByDigit &operator=(const ByDigit &) = delete;
    bool operator()(int a, int b) const { return a % modulus < b % modulus; }
  };
  std::vector<int> numbers(3000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<int>(i * 7919 % 3001);
  std::vector<int> expected = numbers;
  const ByDigit less(10);
  std::stable_sort(expected.begin(), expected.end(), less);
  tactus::parallel_stable_sort(numbers, less);
  EXPECT_EQ(numbers, expected);
}

} // namespace
