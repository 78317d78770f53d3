//===- proxies_test.cpp - two arrays as one range ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An iterator over the rows of two arrays, as std::views::zip gives them since C++23: what it points to is an object
// that stands for both places, and no reference. C++20's concepts take it, and so must every algorithm that asks for
// them.
//
//===----------------------------------------------------------------------===//
#include <tactus/algorithm.hpp>
#include <tactus/search.hpp>
#include <tactus/sort.hpp>
#include <tactus/tactus.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <ranges>
#include <vector>

namespace proxies {

struct Row {
  int key, value;
};

struct Place {
  int *key, *value;
  Place(int *k, int *v) : key(k), value(v) {}
  Place(const Place &) = default;
  operator Row() const { return {*key, *value}; }
  const Place &operator=(const Row &row) const {
    *key = row.key;
    *value = row.value;
    return *this;
  }
  const Place &operator=(const Place &other) const { return *this = Row(other); }
  Place &operator=(const Place &other) {
    std::as_const(*this) = Row(other);
    return *this;
  }
  friend void swap(const Place &a, const Place &b) {
    std::swap(*a.key, *b.key);
    std::swap(*a.value, *b.value);
  }
};

struct Iterator {
  using value_type = Row;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::random_access_iterator_tag;
  int *key = nullptr, *value = nullptr;
  Place operator*() const { return {key, value}; }
  Place operator[](std::ptrdiff_t n) const { return {key + n, value + n}; }
  Iterator &operator+=(std::ptrdiff_t n) {
    key += n;
    value += n;
    return *this;
  }
  Iterator &operator-=(std::ptrdiff_t n) { return *this += -n; }
  Iterator &operator++() { return *this += 1; }
  Iterator &operator--() { return *this += -1; }
  Iterator operator++(int) { return std::exchange(*this, *this + 1); }
  Iterator operator--(int) { return std::exchange(*this, *this - 1); }
  friend Iterator operator+(Iterator i, std::ptrdiff_t n) { return i += n; }
  friend Iterator operator+(std::ptrdiff_t n, Iterator i) { return i += n; }
  friend Iterator operator-(Iterator i, std::ptrdiff_t n) { return i -= n; }
  friend std::ptrdiff_t operator-(Iterator i, Iterator j) { return i.key - j.key; }
  friend auto operator<=>(Iterator i, Iterator j) { return i.key <=> j.key; }
  friend bool operator==(Iterator i, Iterator j) { return i.key == j.key; }
};

} // namespace proxies

template <template <class> class Q, template <class> class R>
struct std::basic_common_reference<proxies::Place, proxies::Row, Q, R> {
  using type = proxies::Row;
};
template <template <class> class Q, template <class> class R>
struct std::basic_common_reference<proxies::Row, proxies::Place, Q, R> {
  using type = proxies::Row;
};

namespace proxies {

static_assert(std::random_access_iterator<Iterator> && std::permutable<Iterator>);

/// Two arrays of the same numbers, and a range of both.
struct Table {
  std::vector<int> keys, values;
  explicit Table(int count) {
    for (int i = 0; i < count; ++i)
      keys.push_back(i * 7919 % 5003 % 700 - 350);
    values.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
      values[i] = static_cast<int>(i);
  }
  auto rows() {
    Iterator first{keys.data(), values.data()};
    return std::ranges::subrange(first, first + static_cast<std::ptrdiff_t>(keys.size()));
  }
  /// Is each value still beside its key?
  bool isWhole() const {
    const Table before(static_cast<int>(keys.size()));
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (before.keys[static_cast<std::size_t>(values[i])] != keys[i])
        return false;
    return true;
  }
};

constexpr auto byKey = [](const Row &a, const Row &b) { return a.key < b.key; };

TEST(Proxies, Sorting) {
  for (int size : {0, 1, 2, 40, 1500}) {
    Table sorted(size), stable(size), parted(size);
    tactus::parallel_sort(sorted.rows(), byKey);
    EXPECT_TRUE(std::is_sorted(sorted.keys.begin(), sorted.keys.end()) && sorted.isWhole()) << size;
    tactus::parallel_stable_sort(stable.rows(), byKey);
    EXPECT_TRUE(stable.isWhole()) << size;
    for (int i = 1; i < size; ++i) {
      auto at = static_cast<std::size_t>(i);
      ASSERT_TRUE(stable.keys[at - 1] < stable.keys[at] ||
                  (stable.keys[at - 1] == stable.keys[at] && stable.values[at - 1] < stable.values[at]));
    }
    auto rest = tactus::parallel_partition(parted.rows(), [](const Row &row) { return row.key > 0; });
    EXPECT_EQ(rest - parted.rows().begin(), std::ranges::count_if(parted.keys, [](int key) { return key > 0; }));
    EXPECT_TRUE(parted.isWhole()) << size;
  }
}

TEST(Proxies, Reading) {
  Table table(1500);
  tactus::parallel_for_each(table.rows(), [](const Place &place) { *place.value = *place.key; });
  EXPECT_EQ(table.values, table.keys);
  int sum = tactus::parallel_transform_reduce(table.rows(), 0, std::plus<>(), [](const Row &row) { return row.value; });
  EXPECT_EQ(sum, tactus::parallel_reduce(table.keys, 0));
  auto least = tactus::parallel_min_element(table.rows(), byKey);
  EXPECT_EQ(least - table.rows().begin(), std::ranges::min_element(table.keys) - table.keys.begin());
  auto found = tactus::parallel_find_if(table.rows(), [](const Row &row) { return row.key == 300; });
  EXPECT_EQ(found - table.rows().begin(), std::ranges::find(table.keys, 300) - table.keys.begin());
}

} // namespace proxies
