//===- ranges_test.cpp - ranges that are no arrays: maps, views, extents, generators ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "tactus/algorithm.hpp"
#include "tactus/index_space.hpp"
#include "tactus/pipeline.hpp"
#include "tactus/scan.hpp"
#include "tactus/search.hpp"
#include "tactus/sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
#include <version>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

namespace {

//===--- Ranges that are walked ---===//

static_assert(tactus::steppable_range<std::map<int, int>> && tactus::steppable_range<std::list<int>> &&
              tactus::steppable_range<const std::set<int>> && tactus::steppable_range<std::unordered_map<int, int>>);
static_assert(!tactus::steppable_range<std::vector<int>>);

TEST(Steps, EachElementOnce) {
  for (int size : {0, 1, 2, 31, 32, 33, 64, 65, 1000, 20'000}) {
    std::map<int, int> map;
    for (int key = 0; key < size; ++key)
      map.emplace(key, 0);
    tactus::parallel_for(map, [](std::pair<const int, int> &entry) { entry.second += 3 * entry.first; });
    std::unordered_map<int, int> other(map.begin(), map.end());
    tactus::parallel_for_each(other, [](auto &entry) { ++entry.second; });
    for (auto [key, value] : map) {
      EXPECT_EQ(value, 3 * key);
      EXPECT_EQ(other[key], value + 1);
    }
  }
}

/// Bodies that take their time are split while they run.
TEST(Steps, InNests) {
  std::list<std::vector<int>> rows(100, std::vector<int>(50, 1));
  tactus::parallel_for(rows, [](std::vector<int> &row) { tactus::parallel_for(row, [](int &value) { value *= 2; }); });
  for (const std::vector<int> &row : rows)
    EXPECT_EQ(std::accumulate(row.begin(), row.end(), 0), 100);
}

TEST(Steps, ThrowAtEveryPosition) {
  std::set<int> set;
  for (int value = 0; value < 100; ++value)
    set.insert(value);
  for (int position = 0; position < 100; ++position)
    try {
      tactus::parallel_for(set, [=](int value) {
        if (value >= position)
          throw value;
      });
      ADD_FAILURE() << "no exception";
    } catch (int thrown) {
      EXPECT_EQ(thrown, position);
    }
}

TEST(Steps, StopAtEveryPosition) {
  std::list<int> list(100);
  std::iota(list.begin(), list.end(), 0);
  for (int position = 0; position < 100; ++position) {
    std::stop_source source;
    std::atomic<int> calls = 0;
    tactus::parallel_for_each(
        list,
        [&](int value) {
          ++calls;
          if (value == position)
            source.request_stop();
        },
        source.get_token());
    EXPECT_GE(calls, 1);
    source.request_stop();
    tactus::parallel_for(list, [&](int) { ++calls; }, source.get_token());
    EXPECT_LE(calls, 100);
  }
}

//===--- Views, against std ---===//

/// All algorithms that read, of a range and of a vector with the same elements.
template <class Range> void compare(Range &&range) {
  using T = std::ranges::range_value_t<Range>;
  std::vector<T> copy;
  std::ranges::copy(range, std::back_inserter(copy));
  T sum = std::accumulate(copy.begin(), copy.end(), T());
  EXPECT_EQ(tactus::parallel_reduce(range, T()), sum);
  EXPECT_EQ(tactus::parallel_transform_reduce(range, T(), std::plus<>(), [](T value) { return value; }), sum);
  T folded = tactus::parallel_fold(range, T(), [](T &to, T value) { to += value; }, std::plus<>());
  EXPECT_EQ(folded, sum);
  std::atomic<T> counted = 0;
  tactus::parallel_for(range, [&](T value) { counted += value; });
  EXPECT_EQ(counted, sum);
  std::vector<T> output(copy.size()), wanted(copy.size());
  tactus::parallel_transform(range, output.begin(), [](T value) { return value * 2; });
  std::transform(copy.begin(), copy.end(), wanted.begin(), [](T value) { return value * 2; });
  EXPECT_EQ(output, wanted);
  tactus::parallel_inclusive_scan(range, output.begin());
  std::inclusive_scan(copy.begin(), copy.end(), wanted.begin());
  EXPECT_EQ(output, wanted);
  auto isLarge = [](T value) { return value > 50; };
  EXPECT_EQ(tactus::parallel_find_if(range, isLarge) - std::ranges::begin(range),
            std::find_if(copy.begin(), copy.end(), isLarge) - copy.begin());
  EXPECT_EQ(static_cast<std::ptrdiff_t>(tactus::parallel_count_if(range, isLarge)),
            std::count_if(copy.begin(), copy.end(), isLarge));
  EXPECT_EQ(tactus::parallel_min_element(range) - std::ranges::begin(range),
            std::min_element(copy.begin(), copy.end()) - copy.begin());
}

TEST(Views, AreRangesForAllAlgorithms) {
  std::vector<int> values(2000);
  for (std::size_t index = 0; index < values.size(); ++index)
    values[index] = static_cast<int>(index * 37 % 101);
  compare(values);
  compare(std::views::reverse(values));
  compare(std::views::iota(3, 900));
  compare(values | std::views::drop(5) | std::views::take(700));
  compare(values | std::views::transform([](int value) { return value * value; }));
  compare(std::views::counted(values.begin() + 3, 300) | std::views::reverse);
#if defined(__cpp_lib_ranges_zip)
  compare(std::views::zip_transform(std::plus<>(), values, std::views::iota(0, 2000)));
#if defined(__cpp_lib_ranges_enumerate)
  compare(std::views::enumerate(values) |
          std::views::transform([](auto pair) { return static_cast<int>(std::get<0>(pair)) + std::get<1>(pair); }));
#endif
  tactus::parallel_for(std::views::zip(values, std::views::iota(0, 2000)),
                       [](auto pair) { std::get<0>(pair) = std::get<1>(pair); });
  EXPECT_EQ(values[1999], 1999);
#endif
#if defined(__cpp_lib_ranges_chunk)
  compare(std::views::chunk(values, 7) | std::views::transform([](auto chunk) { return *chunk.begin(); }));
#endif
}

/// Through a view that can be written.
TEST(Views, AreSorted) {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  tactus::parallel_sort(values | std::views::reverse);
  EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend()));
  tactus::parallel_stable_sort(values | std::views::drop(500));
  EXPECT_TRUE(std::is_sorted(values.begin() + 500, values.end()));
  EXPECT_EQ(values.front(), 999);
}

//===--- Extents ---===//

/// As std::extents.
template <class Index, std::size_t dimensions> struct Extents {
  using index_type = Index;
  std::array<Index, dimensions> sizes;
  static constexpr std::size_t rank() noexcept { return dimensions; }
  constexpr Index extent(std::size_t dimension) const noexcept { return sizes[dimension]; }
};

template <class Of> void walkSpace(const Of &extents, std::size_t rows, std::size_t columns) {
  std::vector<int> table(rows * columns);
  tactus::parallel_for(tactus::index_space(extents),
                       [&](std::size_t row, std::size_t column) { ++table[row * columns + column]; });
  EXPECT_EQ(table, std::vector<int>(rows * columns, 1));
  EXPECT_EQ(tactus::parallel_reduce(
                tactus::index_space(extents), 0, [](auto, auto) { return 1; }, std::plus<>()),
            static_cast<int>(rows * columns));
}

TEST(Spaces, OfExtents) {
  walkSpace(Extents<std::size_t, 2>{{7, 11}}, 7, 11);
  walkSpace(Extents<int, 2>{{0, 11}}, 0, 11);
#if defined(__cpp_lib_mdspan)
  std::vector<int> table(77);
  walkSpace(std::extents<std::size_t, 7, std::dynamic_extent>(11), 7, 11);
  walkSpace(std::mdspan(table.data(), 7, 11), 7, 11);
#endif
}

//===--- Generators as sources of pipelines ---===//

/// Gives the numbers that its coroutine yields.
class Generator {
public:
  struct promise_type {
    std::unique_ptr<int> value;
    std::exception_ptr error;
    Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = std::make_unique<int>(next);
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() { error = std::current_exception(); }
  };
  class iterator {
    std::coroutine_handle<promise_type> handle;

  public:
    using value_type = std::unique_ptr<int>;
    using difference_type = std::ptrdiff_t;
    explicit iterator(std::coroutine_handle<promise_type> of) : handle(of) { ++*this; }
    std::unique_ptr<int> &&operator*() const { return std::move(handle.promise().value); }
    iterator &operator++() {
      handle.resume();
      if (handle.promise().error)
        std::rethrow_exception(handle.promise().error);
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator &self, std::default_sentinel_t) { return self.handle.done(); }
  };
  explicit Generator(std::coroutine_handle<promise_type> of) : handle(of) {}
  Generator(Generator &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Generator() {
    if (handle)
      handle.destroy();
  }
  iterator begin() { return iterator(handle); }
  std::default_sentinel_t end() const noexcept { return {}; }

private:
  std::coroutine_handle<promise_type> handle;
};

Generator numbers(int count, int throwsAt = -1) {
  for (int number = 0; number < count; ++number) {
    if (number == throwsAt)
      throw number;
    co_yield number;
  }
}

TEST(Generators, FeedPipelines) {
  for (int count : {0, 1, 5, 1000}) {
    std::vector<int> seen;
    tactus::pipeline(
        8, numbers(count), [](std::unique_ptr<int> number) { return *number * 3; },
        tactus::in_order([&](int value) { seen.push_back(value); }));
    std::vector<int> wanted(static_cast<std::size_t>(count));
    for (std::size_t index = 0; index < wanted.size(); ++index)
      wanted[index] = static_cast<int>(index) * 3;
    EXPECT_EQ(seen, wanted);
  }
  // The elements of a container stay there.
  std::vector<std::string> words{"to", "be"};
  std::size_t letters = 0;
  tactus::pipeline(4, words, tactus::in_order([&](const std::string &word) { letters += word.size(); }));
  EXPECT_EQ(letters, 4u);
  EXPECT_EQ(words[0], "to");
}

TEST(Generators, ThrowAtEveryPosition) {
  for (int position = 0; position < 30; ++position)
    EXPECT_THROW(tactus::pipeline(
                     4, numbers(30, position), [](std::unique_ptr<int> number) { return *number; },
                     tactus::in_order([](int) {})),
                 int);
}

} // namespace
