//===- natural.cpp - loops as people write them ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Bodies that capture everything by reference, helpers that do so too, loops inside of loops. Beside each stands the
// same program with `for`. Sizes are not constants: of a captured variable no compiler knows the value.
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <tactus/algorithm.hpp>
#include <tactus/combinable.hpp>
#include <tactus/tactus.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace library_bench {

namespace {

/// A number that the compiler does not know.
int size(int number) {
  volatile int hidden = number;
  return hidden;
}

/// Game of life on a torus of bytes.
template <bool isParallel> void life(int width, int height, int generations) {
  std::vector<uint8_t> now(static_cast<size_t>(width) * static_cast<size_t>(height)), next(now.size());
  for (size_t i = 0; i < now.size(); ++i)
    now[i] = i % 3 == 0 || i % 7 == 2;
  auto alive = [&](int x, int y) {
    int column = (x + width) % width, row = (y + height) % height;
    return now[static_cast<size_t>(row) * static_cast<size_t>(width) + static_cast<size_t>(column)];
  };
  auto compute = [&](int x, int y) {
    int neighbours = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        neighbours += (dx != 0 || dy != 0) && alive(x + dx, y + dy);
    next[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)] =
        neighbours == 3 || (neighbours == 2 && alive(x, y));
  };
  for (int generation = 0; generation < generations; ++generation) {
    if constexpr (isParallel)
      tactus::parallel_for(0, height, [&](int y) { tactus::parallel_for(0, width, [&](int x) { compute(x, y); }); });
    else
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          compute(x, y);
    std::swap(now, next);
  }
  keep(now);
}

/// Game of life on rows of integers, a loop over the rows.
template <bool isParallel> void lifeOfRows(int width, int height, int generations) {
  std::vector<std::vector<int>> now(static_cast<size_t>(height), std::vector<int>(static_cast<size_t>(width))),
      next = now;
  for (size_t y = 0; y < now.size(); ++y)
    for (size_t x = 0; x < now[y].size(); ++x)
      now[y][x] = (x + y) % 3 == 0 || x * y % 7 == 2;
  auto computeRow = [&](size_t y) {
    for (size_t x = 1; x + 1 < next[y].size(); ++x) {
      int neighbours = -now[y][x];
      for (size_t row = y - 1; row <= y + 1; ++row)
        neighbours += now[row][x - 1] + now[row][x] + now[row][x + 1];
      next[y][x] = neighbours == 3 || (neighbours == 2 && now[y][x] != 0);
    }
  };
  for (int generation = 0; generation < generations; ++generation) {
    if constexpr (isParallel)
      tactus::parallel_for(1, height - 1, [&](int y) { computeRow(static_cast<size_t>(y)); });
    else
      for (int y = 1; y < height - 1; ++y)
        computeRow(static_cast<size_t>(y));
    std::swap(now, next);
  }
  keep(now);
}

/// c = a b: two loops and a sum.
template <bool isParallel> void product(int n) {
  size_t order = static_cast<size_t>(n);
  std::vector<double> a(order * order, 1.5), b(order * order, 0.5), c(order * order);
  if constexpr (isParallel) {
    tactus::parallel_for(size_t{0}, order, [&](size_t i) {
      tactus::parallel_for(size_t{0}, order, [&](size_t j) {
        double sum = 0;
        for (size_t k = 0; k < order; ++k)
          sum += a[i * order + k] * b[k * order + j];
        c[i * order + j] = sum;
      });
    });
  } else {
    for (size_t i = 0; i < order; ++i)
      for (size_t j = 0; j < order; ++j) {
        double sum = 0;
        for (size_t k = 0; k < order; ++k)
          sum += a[i * order + k] * b[k * order + j];
        c[i * order + j] = sum;
      }
  }
  keep(c);
}

/// Jacobi's method, both loops short and parallel.
template <bool isParallel> void smooth(int n, int rounds) {
  size_t order = static_cast<size_t>(n);
  std::vector<double> now(order * order, 1.0), next(now);
  for (int round = 0; round < rounds; ++round) {
    if constexpr (isParallel) {
      tactus::parallel_for(size_t{1}, order - 1, [&](size_t i) {
        tactus::parallel_for(size_t{1}, order - 1, [&](size_t j) {
          next[i * order + j] = 0.25 * (now[(i - 1) * order + j] + now[(i + 1) * order + j] + now[i * order + j - 1] +
                                        now[i * order + j + 1]);
        });
      });
    } else {
      for (size_t i = 1; i < order - 1; ++i)
        for (size_t j = 1; j < order - 1; ++j)
          next[i * order + j] = 0.25 * (now[(i - 1) * order + j] + now[(i + 1) * order + j] + now[i * order + j - 1] +
                                        now[i * order + j + 1]);
    }
    std::swap(now, next);
  }
  keep(now);
}

std::vector<std::string> makeWords() {
  std::mt19937 random(1);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < Count / 8; ++i)
    words.push_back("word" + std::to_string(random() % 5000));
  return words;
}
const std::vector<std::string> words = makeWords();

using Counts = std::unordered_map<std::string, int>;

Counts added(Counts a, const Counts &b) {
  for (const auto &[word, count] : b)
    a[word] += count;
  return a;
}

template <bool isParallel> void countWords() {
  if constexpr (isParallel) {
    tactus::combinable<Counts, Counts (*)(Counts, const Counts &)> counts({}, added);
    tactus::parallel_for(words, [&](const std::string &word) { ++counts.local()[word]; });
    keep(counts.get());
  } else {
    Counts counts;
    for (const std::string &word : words)
      ++counts[word];
    keep(counts);
  }
}

/// A map-reduce: the letters of all words.
template <bool isParallel> void countLetters() {
  char letter = static_cast<char>(size('d'));
  size_t total = 0;
  auto lettersOf = [&](const std::string &word) {
    size_t count = 0;
    for (char one : word)
      count += one == letter;
    return count;
  };
  if constexpr (isParallel)
    total = tactus::parallel_transform_reduce(words, size_t{0}, std::plus<>(), lettersOf);
  else
    for (const std::string &word : words)
      total += lettersOf(word);
  keep(total);
}

} // namespace

std::vector<Row> naturalRows() {
  return {
      {"[&] life, bytes",
       [] { life<false>(size(512), size(256), size(4)); },
       [] { life<true>(size(512), size(256), size(4)); },
       {},
       {},
       {}},
      {"[&] life, rows",
       [] { lifeOfRows<false>(size(512), size(256), size(20)); },
       [] { lifeOfRows<true>(size(512), size(256), size(20)); },
       {},
       {},
       {}},
      {"[&] matrix product", [] { product<false>(size(160)); }, [] { product<true>(size(160)); }, {}, {}, {}},
      {"[&] smoothing",
       [] { smooth<false>(size(400), size(10)); },
       [] { smooth<true>(size(400), size(10)); },
       {},
       {},
       {}},
      {"[&] word count", countWords<false>, countWords<true>, {}, {}, {}},
      {"[&] letters in words", countLetters<false>, countLetters<true>, {}, {}, {}},
  };
}

} // namespace library_bench
