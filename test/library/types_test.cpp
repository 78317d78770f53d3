//===- types_test.cpp - elements, ranges and functions of all kinds that users bring -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The cases of the property tests work on numbers. Here elements have no default, cannot be copied, throw when they are
// moved, stand for something else, or need a place of their own.
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/combinable.hpp>
#include <tactus/execution.hpp>
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
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::array<std::size_t, 5> sizes{0, 1, 2, 17, 6001};

std::vector<int> randomNumbers(std::size_t count, int below = 1 << 20) {
  std::mt19937 random(static_cast<unsigned>(count) + 1);
  std::uniform_int_distribution<int> number(0, below - 1);
  std::vector<int> all(count);
  for (int &each : all)
    each = number(random);
  return all;
}

//===--- strings, whose moved-from selves compare differently -------------------------------------------===//

std::vector<std::string> strings(std::size_t count) {
  std::vector<std::string> all;
  for (int number : randomNumbers(count, 5000))
    all.push_back("too long for a string's own place: " + std::to_string(number));
  return all;
}

TEST(Types, Strings) {
  for (std::size_t size : sizes) {
    std::vector<std::string> in = strings(size), expected = in, sorted = in;
    std::stable_sort(expected.begin(), expected.end());
    tactus::parallel_stable_sort(sorted);
    EXPECT_EQ(sorted, expected) << size;
    sorted = in;
    tactus::parallel_sort(sorted);
    EXPECT_EQ(sorted, expected) << size;
    std::vector<std::string> merged(2 * size), twice(2 * size);
    tactus::parallel_merge(sorted, expected, merged.begin());
    std::merge(sorted.begin(), sorted.end(), expected.begin(), expected.end(), twice.begin());
    EXPECT_EQ(merged, twice) << size;
    std::string all = tactus::parallel_reduce(in, std::string()), joined;
    for (const std::string &word : in)
      joined += word;
    EXPECT_EQ(all, joined) << size;
    EXPECT_EQ(tactus::parallel_transform_reduce(in, std::string(), std::plus<>(), std::identity()), joined) << size;
    EXPECT_EQ(tactus::reproducible_reduce(in, std::string()), joined) << size;
  }
}

TEST(Types, ScansOfStrings) {
  std::vector<std::string> in(700, "a"), out(700), behind(700);
  tactus::parallel_inclusive_scan(in, out.begin());
  tactus::parallel_exclusive_scan(in, behind.begin(), std::string("b"));
  for (std::size_t i = 0; i < in.size(); ++i) {
    ASSERT_EQ(out[i], std::string(i + 1, 'a'));
    ASSERT_EQ(behind[i], "b" + std::string(i, 'a'));
  }
}

//===--- elements that can only be moved ---------------------------------------------------------------===//

using Owned = std::unique_ptr<int>;

std::vector<Owned> owned(std::size_t count) {
  std::vector<Owned> all;
  for (int number : randomNumbers(count))
    all.push_back(std::make_unique<int>(number));
  return all;
}
std::vector<int> numbersOf(const std::vector<Owned> &all) {
  std::vector<int> numbers;
  for (const Owned &each : all)
    numbers.push_back(each ? *each : -1);
  return numbers;
}
constexpr auto owns = [](const Owned &a, const Owned &b) { return *a < *b; };

TEST(Types, MoveOnly) {
  for (std::size_t size : sizes) {
    std::vector<int> expected = randomNumbers(size);
    std::sort(expected.begin(), expected.end());
    std::vector<Owned> all = owned(size);
    tactus::parallel_sort(all, owns);
    EXPECT_EQ(numbersOf(all), expected) << size;
    all = owned(size);
    tactus::parallel_stable_sort(all, owns);
    EXPECT_EQ(numbersOf(all), expected) << size;
    auto isEven = [](const Owned &each) { return *each % 2 == 0; };
    auto odd = tactus::parallel_partition(all, isEven);
    EXPECT_EQ(odd - all.begin(), std::count_if(all.begin(), all.end(), isEven)) << size;
    EXPECT_TRUE(std::is_partitioned(all.begin(), all.end(), isEven)) << size;
    if (size != 0) {
      EXPECT_EQ(**tactus::parallel_min_element(all, owns), expected.front());
      EXPECT_EQ(**tactus::parallel_max_element(all, owns), expected.back());
    }
    std::vector<Owned> made(size);
    tactus::parallel_transform(expected, made.begin(), [](int number) { return std::make_unique<int>(number); });
    EXPECT_EQ(numbersOf(made), expected) << size;
    tactus::parallel_for(made, [](Owned &each) { each = std::make_unique<int>(*each + 1); });
    EXPECT_EQ(tactus::parallel_count_if(made, [](const Owned &each) { return *each > 0; }), size);
  }
}

TEST(Types, MoveOnlyItems) {
  int next = 0;
  std::vector<int> out;
  tactus::pipeline(
      20, [&] { return next == 500 ? std::optional<Owned>() : std::optional(std::make_unique<int>(next++)); },
      [](Owned item) { return std::make_unique<int>(*item * 2); },
      tactus::in_order([&](Owned item) { out.push_back(*item); }));
  ASSERT_EQ(out.size(), 500u);
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)], 2 * i);
}

/// Functions that cannot be copied.
TEST(Types, MoveOnlyFunctions) {
  std::vector<int> all(1000);
  tactus::parallel_for(0, 1000,
                       [one = std::make_unique<int>(1), &all](int i) { all[static_cast<std::size_t>(i)] += *one; });
  tactus::parallel_transform(all, all.begin(), [one = std::make_unique<int>(1)](int x) { return x + *one; });
  EXPECT_EQ(tactus::parallel_count_if(all, [two = std::make_unique<int>(2)](int x) { return x == *two; }), 1000u);
  auto [a, b] = tactus::par([one = std::make_unique<int>(1)] { return *one; }, [] { return std::make_unique<int>(3); });
  EXPECT_EQ(a + *b, 4);
  std::atomic<int> sum = 0;
  tactus::task_group group;
  for (int i = 0; i < 10; ++i)
    group.run([own = std::make_unique<int>(i), &sum] { sum += *own; });
  group.wait();
  EXPECT_EQ(sum, 45);
}

//===--- elements without a default, that are counted and throw -------------------------------------------===//

struct Thrown {};

/// Throws when one of them is copied or moved for the n-th time.
class Counted {
  int number;
  static void step() {
    if (left.fetch_sub(1, std::memory_order_relaxed) == 1)
      throw Thrown();
  }

public:
  static inline std::atomic<int64_t> alive = 0, left = 0;
  explicit Counted(int value) : number(value) { ++alive; }
  Counted(const Counted &other) : number(other.number) {
    step();
    ++alive;
  }
  Counted(Counted &&other) : number(other.number) {
    step();
    ++alive;
  }
  Counted &operator=(const Counted &other) {
    step();
    number = other.number;
    return *this;
  }
  Counted &operator=(Counted &&other) {
    step();
    number = other.number;
    return *this;
  }
  ~Counted() { --alive; }
  int value() const { return number; }
  friend auto operator<=>(const Counted &, const Counted &) = default;

  friend Counted operator+(const Counted &a, const Counted &b) { return Counted(a.number + b.number); }
};

std::vector<Counted> counted(std::size_t count) {
  Counted::left = 0;
  std::vector<Counted> all;
  all.reserve(count);
  for (int number : randomNumbers(count, 1000))
    all.emplace_back(number);
  return all;
}

/// Runs `work` with a copy or move that throws at many places, and without. Nothing may be lost or destroyed twice.
template <class Work> void withThrowingMoves(std::size_t size, Work work) {
  int64_t before = Counted::alive;
  for (int64_t position = 1; position < 100'000; position = position * 3 / 2 + 1) {
    {
      std::vector<Counted> all = counted(size);
      Counted::left = position;
      try {
        work(all);
      } catch (const Thrown &) {
      }
      Counted::left = 0;
      EXPECT_EQ(all.size(), size);
    }
    ASSERT_EQ(Counted::alive, before) << size << ", position " << position;
  }
  {
    std::vector<Counted> all = counted(size);
    work(all);
  }
  EXPECT_EQ(Counted::alive, before) << size;
}

TEST(Types, ThrowingMovesWhileSorting) {
  for (std::size_t size : {1u, 2u, 40u, 1500u}) {
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      tactus::parallel_sort(all);
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    });
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      tactus::parallel_stable_sort(all);
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    });
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      tactus::parallel_partition(all, [](const Counted &each) { return each.value() % 2 == 0; });
    });
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      std::vector<Counted> out(2 * all.size(), Counted(0));
      tactus::parallel_merge(all, all, out.begin());
    });
  }
}

TEST(Types, ThrowingCopiesWhileReducing) {
  for (std::size_t size : {1u, 2u, 1500u}) {
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      int64_t sum = 0;
      for (const Counted &each : all)
        sum += each.value();
      EXPECT_EQ(tactus::parallel_reduce(all, Counted(0)).value(), sum);
      EXPECT_EQ(tactus::reproducible_reduce(all, Counted(0)).value(), sum);
      EXPECT_EQ(tactus::reduce(tactus::execution::par, all.begin(), all.end(), Counted(0)).value(), sum);
    });
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      tactus::parallel_inclusive_scan(all, all.begin());
      tactus::parallel_exclusive_scan(all, all.begin(), Counted(3));
      static_cast<void>(tactus::parallel_scan(all, all.begin()));
    });
    withThrowingMoves(size, [](std::vector<Counted> &all) {
      static_cast<void>(tactus::parallel_fold(
          all, std::vector<Counted>(), [](std::vector<Counted> &list, const Counted &each) { list.push_back(each); },
          [](std::vector<Counted> a, const std::vector<Counted> &b) {
            a.insert(a.end(), b.begin(), b.end());
            return a;
          }));
    });
  }
}

TEST(Types, ThrowingMovesInPipelines) {
  withThrowingMoves(300, [](std::vector<Counted> &all) {
    std::size_t next = 0;
    tactus::pipeline(
        16, [&] { return next == all.size() ? std::optional<Counted>() : std::optional<Counted>(all[next++]); },
        [](const Counted &item) { return Counted(item.value() + 1); }, tactus::in_order([](const Counted &) {}));
  });
}

//===--- elements that need a place of their own -------------------------------------------------------===//

struct alignas(256) Wide {
  int value = 0;
  friend Wide operator+(Wide a, const Wide &b) {
    a.value += b.value;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&a) % 256, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&b) % 256, 0u);
    return a;
  }
  friend auto operator<=>(const Wide &, const Wide &) = default;
};

TEST(Types, OverAligned) {
  std::vector<Wide> all(3000);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].value = static_cast<int>(i * 7919 % 3001);
  int sum = 0;
  for (const Wide &each : all)
    sum += each.value;
  EXPECT_EQ(tactus::parallel_reduce(all, Wide()).value, sum);
  EXPECT_EQ(tactus::reproducible_reduce(all, Wide()).value, sum);
  tactus::combinable<Wide> total;
  tactus::parallel_for(all, [&](const Wide &each) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&total.local()) % 256, 0u);
    total.local().value += each.value;
  });
  EXPECT_EQ(total.get().value, sum);
  auto [one, other] = tactus::par([] { return Wide{1}; }, [] { return Wide{2}; });
  EXPECT_EQ((one + other).value, 3);
  tactus::parallel_stable_sort(all);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
}

//===--- ranges that hold nothing, or something else ----------------------------------------------------===//

TEST(Types, Views) {
  auto numbers = std::views::iota(0, 5000);
  auto squares = numbers | std::views::transform([](int x) { return int64_t{x} * x; });
  int64_t sum = 0;
  for (int64_t square : squares)
    sum += square;
  EXPECT_EQ(tactus::parallel_reduce(squares, int64_t{0}), sum);
  EXPECT_EQ(tactus::parallel_transform_reduce(squares, int64_t{0}, std::plus<>(), std::identity()), sum);
  EXPECT_EQ(*tactus::parallel_find_if(squares, [](int64_t x) { return x > 1000; }), 1024);
  EXPECT_EQ(tactus::parallel_count_if(numbers | std::views::drop(10), [](int x) { return x % 2 == 0; }), 2495u);
  EXPECT_EQ(*tactus::parallel_max_element(squares), int64_t{4999} * 4999);
  std::vector<int64_t> out(5000);
  tactus::parallel_transform(numbers, out.begin(), [](int x) { return int64_t{x}; });
  tactus::parallel_inclusive_scan(squares, out.begin());
  EXPECT_EQ(out.back(), sum);
  tactus::parallel_sort(out | std::views::reverse);
  EXPECT_TRUE(std::is_sorted(out.rbegin(), out.rend()));
  tactus::parallel_stable_sort(out | std::views::take(4000) | std::views::reverse, std::greater<>());
  EXPECT_TRUE(std::is_sorted(out.begin(), out.begin() + 4000));
  auto merged = std::vector<int64_t>(6000);
  std::sort(out.begin(), out.end());
  tactus::parallel_merge(squares | std::views::take(1000), out, merged.begin());
  EXPECT_TRUE(std::is_sorted(merged.begin(), merged.end()));
  std::atomic<int> calls = 0;
  tactus::parallel_for(numbers, [&](int) { ++calls; });
  tactus::parallel_for_each(numbers.begin(), numbers.end(), [&](int) { ++calls; });
  EXPECT_EQ(calls, 10000);
}

TEST(Types, DequesAndArrays) {
  std::deque<int> deque;
  for (int number : randomNumbers(3000))
    deque.push_back(number);
  tactus::parallel_sort(deque);
  EXPECT_TRUE(std::is_sorted(deque.begin(), deque.end()));
  tactus::parallel_for(deque, [](int &x) { x = -x; });
  tactus::parallel_stable_sort(deque);
  EXPECT_TRUE(std::is_sorted(deque.begin(), deque.end()));
  int array[100] = {};
  tactus::parallel_for(array, [&](int &each) { each = static_cast<int>(&each - array); });
  EXPECT_EQ(tactus::parallel_reduce(array, 0), 4950);
}

/// Bits are read by several, and written by none.
TEST(Types, Bits) {
  std::vector<bool> bits(3000);
  for (std::size_t i = 0; i < bits.size(); i += 3)
    bits[i] = true;
  EXPECT_EQ(tactus::parallel_count_if(bits, std::identity()), 1000u);
  EXPECT_EQ(tactus::parallel_find(bits, false) - bits.begin(), 1);
  std::vector<int> out(3000);
  tactus::parallel_transform(bits, out.begin(), [](bool bit) { return bit ? 2 : 1; });
  EXPECT_EQ(tactus::parallel_reduce(out, 0), 4000);
}

//===--- plain numbers, of which compilers make vectors --------------------------------------------------===//

template <class T> void compareExtremes() {
  std::mt19937 random(5);
  for (std::size_t size : {1, 2, 7, 8, 63, 64, 65, 1023, 1024, 1025, 2049, 30000})
    for (unsigned below : {1u, 3u, 200u, 1u << 30}) {
      std::vector<T> all(size);
      for (T &each : all) {
        each = static_cast<T>(random() % below);
        if (std::is_signed_v<T> && random() % 2 == 0)
          each = static_cast<T>(-each); // also -0.0, which is equal to 0.0
      }
      EXPECT_EQ(tactus::parallel_min_element(all), std::min_element(all.begin(), all.end())) << size;
      EXPECT_EQ(tactus::parallel_max_element(all), std::max_element(all.begin(), all.end())) << size;
      EXPECT_EQ(tactus::parallel_min_element(all, std::greater<>()),
                std::min_element(all.begin(), all.end(), std::greater<>()))
          << size;
      EXPECT_EQ(tactus::parallel_max_element(all, std::greater<>()),
                std::max_element(all.begin(), all.end(), std::greater<>()))
          << size;
      EXPECT_EQ(tactus::parallel_minmax_element(all).second, std::minmax_element(all.begin(), all.end()).second)
          << size;
    }
}

TEST(Types, ExtremesOfNumbers) {
  compareExtremes<double>();
  compareExtremes<float>();
  compareExtremes<int>();
  compareExtremes<unsigned>();
  compareExtremes<int64_t>();
  compareExtremes<std::uint8_t>();
}

/// An order that throws is heard of, whoever asks it.
TEST(Types, ThrowingOrders) {
  std::vector<int> all = randomNumbers(3000);
  auto throws = [](int, int) -> bool { throw Thrown(); };
  EXPECT_THROW(static_cast<void>(tactus::parallel_min_element(all, throws)), Thrown);
  EXPECT_THROW(static_cast<void>(tactus::parallel_max_element(all, throws)), Thrown);
  EXPECT_THROW(static_cast<void>(tactus::parallel_minmax_element(all, throws)), Thrown);
  std::vector<int> out(6000);
  EXPECT_THROW(tactus::parallel_merge(all, all, out.begin(), throws), Thrown);
  EXPECT_THROW(tactus::parallel_inclusive_scan(all, out.begin(), [](int, int) -> int { throw Thrown(); }), Thrown);
  EXPECT_THROW(tactus::parallel_exclusive_scan(all, out.begin(), 1, [](int, int) -> int { throw Thrown(); }), Thrown);
}

//===--- functions -------------------------------------------------------------------------------------===//

struct Particle {
  int mass = 1;
  int heavier() const { return mass + 1; }
  void grow() { ++mass; }
  bool isHeavy() const { return mass > 1; }
};

TEST(Types, MembersAsFunctions) {
  std::vector<Particle> all(1000);
  tactus::parallel_for(all, &Particle::grow);
  EXPECT_EQ(tactus::parallel_transform_reduce(all, 0, std::plus<>(), &Particle::heavier), 3000);
  EXPECT_EQ(tactus::parallel_transform_reduce(all, 0, std::plus<>(), &Particle::mass), 2000);
  EXPECT_TRUE(tactus::parallel_all_of(all, &Particle::isHeavy));
}

/// One object for all iterations, as the caller has it.
int seven() { return 7; }
void nothing() {}

TEST(Types, PlainFunctions) {
  auto [first, second] = tactus::par([] { return 1; }, seven);
  EXPECT_EQ(first + second, 8);
  auto [left, right] = tactus::par(seven, &seven);
  EXPECT_EQ(left + right, 14);
  tactus::par(nothing, nothing);
  tactus::par([] {}, nothing, &nothing);
}

TEST(Types, MutableFunctions) {
  struct Body {
    std::atomic<int> calls = 0;
    void operator()(int) { ++calls; }
  } body;
  tactus::parallel_for(0, 1000, body);
  EXPECT_EQ(body.calls, 1000);
  std::atomic<int> seen = 0;
  auto once = [&seen, own = 0](int i) mutable {
    static_cast<void>(own);
    seen += i;
  };
  tactus::parallel_for(0, 100, once);
  EXPECT_EQ(seen, 4950);
}

/// What returns its argument returns nothing that has ended.
TEST(Types, FunctionsThatReturnTheirArguments) {
  EXPECT_EQ(tactus::parallel_reduce(1, 1001, 0, std::identity(), std::plus<>()), 500500);
  EXPECT_EQ(tactus::parallel_reduce(
                std::int64_t{1}, 1001, std::int64_t{0}, [](const std::int64_t &i) -> const std::int64_t & { return i; },
                std::plus<>()),
            500500);
  auto words = std::views::iota(0, 1000) | std::views::transform([](int i) {
                 return std::string("longer than a string's own place ") + std::to_string(i % 10);
               });
  EXPECT_EQ(tactus::parallel_transform_reduce(words, std::string(), std::plus<>(), std::identity()).size(), 34000u);
  EXPECT_EQ(tactus::reproducible_transform_reduce(words, std::string(), std::plus<>(), std::identity()).size(), 34000u);
  EXPECT_EQ(tactus::parallel_transform_reduce(
                words, words.begin(), std::string(), std::plus<>(),
                [](auto &&a, auto &&) -> decltype(auto) { return std::forward<decltype(a)>(a); })
                .size(),
            34000u);
  // One to what stays is handed on as it is.
  std::vector<int> all(10, 1);
  auto mapped = tactus::detail::OfElements<std::vector<int>::iterator, const std::identity>{{}, all.begin()};
  static_assert(std::is_same_v<decltype(mapped(0)), int &>);
}

/// Overload sets and generic functions.
TEST(Types, GenericFunctions) {
  std::vector<int> all(1000, 2);
  tactus::parallel_for_each(all, [](auto &x) { x *= 2; });
  EXPECT_EQ(tactus::parallel_fold(all, int64_t{0}, [](auto &sum, auto x) { sum += x; }, std::plus<>()), 4000);
  tactus::parallel_for(std::uint8_t{0}, std::uint8_t{255}, [&](auto i) {
    static_assert(std::is_same_v<decltype(i), std::uint8_t>);
    all[i] = i;
  });
  EXPECT_EQ(all[254], 254);
  tactus::parallel_for(INT64_MAX - 5, INT64_MAX, [&](int64_t i) { all[static_cast<std::size_t>(INT64_MAX - i)] = -1; });
  EXPECT_EQ(all[5], -1);
  tactus::parallel_for(INT64_MIN, INT64_MIN + 5, [&](int64_t i) { all[static_cast<std::size_t>(i - INT64_MIN)] = -2; });
  EXPECT_EQ(all[4], -2);
}

} // namespace
