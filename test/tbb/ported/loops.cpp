//===- loops.cpp - loops over containers as they are written for oneTBB ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Nothing here knows of Tactus. The same source is also built with oneTBB's own headers and library: what a program may
// rely on there, it may rely on here.
//
//===----------------------------------------------------------------------===//
#include <oneapi/tbb/rw_mutex.h>
#include <tbb/tbb.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

TEST(Ported, WordsInAHashMap) {
  std::vector<std::string> words;
  for (int word = 0; word < 20000; ++word)
    words.push_back("w" + std::to_string(word * word % 257));
  tbb::concurrent_hash_map<std::string, int> table;
  tbb::concurrent_unordered_map<std::string, std::atomic<int>> other;
  tbb::concurrent_vector<std::string> firsts;
  tbb::parallel_for_each(words, [&](const std::string &word) {
    ++other[word];
    tbb::concurrent_hash_map<std::string, int>::accessor entry;
    if (table.insert(entry, word))
      firsts.push_back(word);
    ++entry->second;
  });
  std::map<std::string, int> expected;
  for (const std::string &word : words)
    ++expected[word];
  ASSERT_EQ(table.size(), expected.size());
  EXPECT_EQ(firsts.size(), expected.size());
  for (const auto &[word, count] : expected) {
    tbb::concurrent_hash_map<std::string, int>::const_accessor entry;
    ASSERT_TRUE(table.find(entry, word));
    EXPECT_EQ(entry->second, count);
    EXPECT_EQ(other[word], count);
  }
  long total = tbb::parallel_reduce(
      table.range(), 0L,
      [](const auto &range, long sum) {
        for (const auto &entry : range)
          sum += entry.second;
        return sum;
      },
      std::plus<>());
  EXPECT_EQ(total, static_cast<long>(words.size()));
}

/// Shortest paths: a queue of the nearest first, in which all threads take and add.
TEST(Ported, ShortestPathsByAPriorityQueue) {
  constexpr int Width = 24, Nodes = Width * Width;
  auto weight = [](int from, int to) { return 1 + (from * 31 + to * 17) % 9; };
  auto neighbours = [](int node) {
    std::vector<int> found;
    if (node % Width + 1 < Width)
      found.push_back(node + 1);
    if (node + Width < Nodes)
      found.push_back(node + Width);
    if (node % Width > 0)
      found.push_back(node - 1);
    if (node >= Width)
      found.push_back(node - Width);
    return found;
  };
  struct Open {
    int node, distance;
  };
  auto later = [](const Open &a, const Open &b) { return a.distance > b.distance; };
  tbb::concurrent_priority_queue<Open, decltype(later)> open(later);
  std::vector<int> best(Nodes, 1 << 30);
  std::vector<tbb::spin_mutex> locks(Nodes);
  auto improve = [&](int node, int distance) {
    tbb::spin_mutex::scoped_lock lock(locks[static_cast<size_t>(node)]);
    if (distance >= best[static_cast<size_t>(node)])
      return false;
    best[static_cast<size_t>(node)] = distance;
    return true;
  };
  tbb::task_group group;
  std::function<void()> work = [&] {
    Open current{};
    if (!open.try_pop(current))
      return;
    for (int next : neighbours(current.node))
      if (improve(next, current.distance + weight(current.node, next))) {
        open.push({next, current.distance + weight(current.node, next)});
        group.run(work);
      }
  };
  improve(0, 0);
  open.push({0, 0});
  group.run(work);
  group.wait();
  std::vector<int> expected(Nodes, 1 << 30);
  expected[0] = 0;
  for (bool changes = true; changes;) {
    changes = false;
    for (int node = 0; node < Nodes; ++node)
      for (int next : neighbours(node))
        if (int distance = expected[static_cast<size_t>(node)] + weight(node, next);
            distance < expected[static_cast<size_t>(next)]) {
          expected[static_cast<size_t>(next)] = distance;
          changes = true;
        }
  }
  EXPECT_EQ(best, expected);
}

/// All nodes that can be reached, each once: what a body finds is added to its feeder.
TEST(Ported, TraversalByAFeeder) {
  constexpr int Nodes = 5000;
  tbb::concurrent_unordered_set<int> seen;
  tbb::concurrent_set<int> ordered;
  std::atomic<long> sum = 0;
  std::vector<int> roots{1, 2};
  for (int root : roots)
    seen.insert(root);
  tbb::parallel_for_each(roots.begin(), roots.end(), [&](int node, tbb::feeder<int> &feeder) {
    sum += node;
    ordered.insert(node);
    for (int next : {node * 2, node * 3, node + 7})
      if (next < Nodes && seen.insert(next).second)
        feeder.add(next);
  });
  std::set<int> expected(roots.begin(), roots.end());
  for (std::vector<int> left = roots; !left.empty();) {
    int node = left.back();
    left.pop_back();
    for (int next : {node * 2, node * 3, node + 7})
      if (next < Nodes && expected.insert(next).second)
        left.push_back(next);
  }
  EXPECT_EQ(sum, std::accumulate(expected.begin(), expected.end(), 0L));
  EXPECT_TRUE(std::equal(ordered.begin(), ordered.end(), expected.begin(), expected.end()));
}

TEST(Ported, LocksOfAllKinds) {
  std::map<int, int> shared;
  tbb::spin_rw_mutex spin;
  tbb::queuing_mutex queuing;
  tbb::rw_mutex readers;
  tbb::speculative_spin_mutex speculative;
  long a = 0, b = 0, c = 0;
  tbb::parallel_for(0, 4000, [&](int index) {
    int key = index % 50;
    tbb::spin_rw_mutex::scoped_lock lock(spin, /*write=*/false);
    if (!shared.count(key)) {
      lock.upgrade_to_writer();
      shared.emplace(key, 0);
    }
    lock.release();
    {
      tbb::queuing_mutex::scoped_lock own(queuing);
      ++a;
    }
    {
      tbb::rw_mutex::scoped_lock own(readers, /*write=*/true);
      ++b;
    }
    tbb::speculative_spin_mutex::scoped_lock own(speculative);
    ++c;
  });
  EXPECT_EQ(shared.size(), 50U);
  EXPECT_EQ(a, 4000);
  EXPECT_EQ(b, 4000);
  EXPECT_EQ(c, 4000);
}

//===----------------------------------------------------------------------===//
// Loops, and ranges of the program's own
//===----------------------------------------------------------------------===//

/// Splits a set of pairs along the longer side, in any proportion.
class Triangle {
  int rows, first;

public:
  Triangle(int begin, int end) : rows(end), first(begin) {}
  Triangle(Triangle &other, tbb::split) : rows(other.rows), first((other.first + other.rows) / 2) {
    other.rows = first;
  }
  Triangle(Triangle &other, tbb::proportional_split &split)
      : rows(other.rows), first(other.rows - static_cast<int>(static_cast<size_t>(other.rows - other.first) *
                                                              split.right() / (split.left() + split.right()))) {
    other.rows = first;
  }
  bool empty() const { return first >= rows; }
  bool is_divisible() const { return rows - first > 4; }
  long pairs() const {
    long sum = 0;
    for (int row = first; row < rows; ++row)
      sum += row;
    return sum;
  }
};

struct CountPairs {
  long pairs = 0;
  CountPairs() = default;
  CountPairs(CountPairs &, tbb::split) {}
  void operator()(const Triangle &part) { pairs += part.pairs(); }
  void join(CountPairs &other) { pairs += other.pairs; }
};

TEST(Ported, RangesOfItsOwnInAllPartitioners) {
  constexpr int Rows = 500;
  Triangle all(0, Rows);
  long expected = all.pairs();
  tbb::affinity_partitioner affinity;
  for (int round = 0; round < 3; ++round) {
    CountPairs plain, simple, automatic, fixed, same;
    tbb::parallel_reduce(all, plain);
    tbb::parallel_reduce(all, simple, tbb::simple_partitioner());
    tbb::parallel_reduce(all, automatic, tbb::auto_partitioner());
    tbb::parallel_reduce(all, fixed, tbb::static_partitioner());
    tbb::parallel_reduce(all, same, affinity);
    EXPECT_EQ(plain.pairs, expected);
    EXPECT_EQ(simple.pairs, expected);
    EXPECT_EQ(automatic.pairs, expected);
    EXPECT_EQ(fixed.pairs, expected);
    EXPECT_EQ(same.pairs, expected);
  }
}

TEST(Ported, MatricesInTwoAndThreeDimensions) {
  constexpr size_t N = 60;
  std::vector<float> a(N * N), b(N * N), c(N * N);
  for (size_t at = 0; at < N * N; ++at) {
    a[at] = static_cast<float>(at % 7);
    b[at] = static_cast<float>(at % 5);
  }
  tbb::affinity_partitioner partitioner;
  for (int round = 0; round < 3; ++round)
    tbb::parallel_for(
        tbb::blocked_range2d<size_t>(0, N, 8, 0, N, 8),
        [&](const tbb::blocked_range2d<size_t> &range) {
          for (size_t i = range.rows().begin(); i != range.rows().end(); ++i)
            for (size_t j = range.cols().begin(); j != range.cols().end(); ++j) {
              float sum = 0;
              for (size_t k = 0; k < N; ++k)
                sum += a[i * N + k] * b[k * N + j];
              c[i * N + j] = sum;
            }
        },
        partitioner);
  std::atomic<size_t> wrong = 0;
  tbb::parallel_for(tbb::blocked_range3d<size_t>(0, N, 0, N, 0, N), [&](const tbb::blocked_range3d<size_t> &range) {
    for (size_t i = range.pages().begin(); i != range.pages().end(); ++i)
      for (size_t j = range.rows().begin(); j != range.rows().end(); ++j)
        if (range.cols().begin() == 0) {
          float sum = 0;
          for (size_t k = 0; k < N; ++k)
            sum += a[i * N + k] * b[k * N + j];
          wrong += sum != c[i * N + j];
        }
  });
  EXPECT_EQ(wrong, 0U);
}

TEST(Ported, StableFilterByAScan) {
  std::vector<int> input(10007), output(input.size());
  for (size_t at = 0; at < input.size(); ++at)
    input[at] = static_cast<int>(at * 7919 % 1000);
  auto keeps = [](int value) { return value % 3 == 0; };
  size_t kept = tbb::parallel_scan(
      tbb::blocked_range<size_t>(0, input.size()), size_t{0},
      [&](const tbb::blocked_range<size_t> &range, size_t before, bool isFinal) {
        for (size_t at = range.begin(); at != range.end(); ++at)
          if (keeps(input[at])) {
            if (isFinal)
              output[before] = input[at];
            ++before;
          }
        return before;
      },
      std::plus<>());
  output.resize(kept);
  std::vector<int> expected;
  std::copy_if(input.begin(), input.end(), std::back_inserter(expected), keeps);
  EXPECT_EQ(output, expected);
}

TEST(Ported, SortsOfManyKinds) {
  auto check = [](auto values, auto less) {
    auto expected = values;
    std::sort(expected.begin(), expected.end(), less);
    tbb::parallel_sort(values.begin(), values.end(), less);
    EXPECT_TRUE(values == expected);
  };
  for (long size : {0, 1, 2, 3, 4, 5, 7, 31, 32, 33, 100, 1000, 30000})
    for (long keys : {1L, 2L, 50L, 1L << 40}) {
      std::vector<long> numbers(static_cast<size_t>(size));
      std::vector<double> reals(numbers.size());
      std::vector<uint8_t> bytes(numbers.size());
      tbb::concurrent_vector<std::string> texts;
      for (long at = 0; at < size; ++at) {
        auto value = static_cast<long>(static_cast<unsigned long>(at + 1) * 0x9e3779b97f4a7c15u >> 20) % keys;
        numbers[static_cast<size_t>(at)] = value;
        reals[static_cast<size_t>(at)] = std::sin(static_cast<double>(value));
        bytes[static_cast<size_t>(at)] = static_cast<uint8_t>(value);
        texts.push_back(std::to_string(value));
      }
      check(numbers, std::less<>());
      check(numbers, std::greater<long>());
      check(reals, std::less<>());
      check(bytes, [](int a, int b) { return a > b; });
      check(texts, std::less<>());
      std::sort(numbers.begin(), numbers.end());
      check(numbers, std::less<>());
      check(numbers, std::greater<>());
    }
}

} // namespace
