//===- two_products.cpp - how two threads can share MVT's two products ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   clang++ -O3 -march=x86-64-v3 -mcmodel=large -pthread two_products.cpp -o two_products && ./two_products
//
//     first     product[i] += a[i][j] * right[j]        rows are independent
//     second    sums[j] += a[i][j] * left[i]            the rows of a column are added up in their order
//
// Both go over the same matrix, which no cache holds. Prints the milliseconds of each way, the least of some rounds:
// what splicing can gain on two workers, and what it cannot (decision 240). All but the last keep the order of the
// sums.
//
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <thread>

namespace {

using Index = std::ptrdiff_t;
constexpr Index Rows = 23168, Columns = 2896, RowsOfPart = 22, Half = Rows / 2, Lanes = 32;

double matrix[Rows][Columns], right[Columns], left[Rows], product[Rows], sums[2][Columns];

[[gnu::noinline]] void first(Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    double lanes[Lanes] = {};
    for (Index j = 0; j + Lanes <= Columns; j += Lanes)
      for (Index lane = 0; lane < Lanes; ++lane)
        lanes[lane] += matrix[i][j + lane] * right[j + lane];
    for (double lane : lanes)
      product[i] += lane;
  }
}

[[gnu::noinline]] void second(double *to, Index begin, Index end, Index firstColumn, Index lastColumn) {
  for (Index i = begin; i < end; ++i)
    for (Index j = firstColumn; j < lastColumn; ++j)
      to[j] += matrix[i][j] * left[i];
}

/// Calls `part(begin, end)` for some rows at a time.
template <class Part> void inParts(Index begin, Index end, Part part) {
  for (Index row = begin; row < end; row += RowsOfPart)
    part(row, std::min(row + RowsOfPart, end));
}

void spliced(double *to, Index begin, Index end) {
  inParts(begin, end, [=](Index from, Index behind) {
    first(from, behind);
    second(to, from, behind, 0, Columns);
  });
}

/// The columns of one half, and the rows of the first product in one half.
void columns(Index half) {
  Index middle = Columns / 2;
  inParts(0, Rows, [=](Index from, Index behind) {
    if (from < Half)
      first(half * Half + from, half * Half + std::min(behind, Half));
    second(sums[0], from, behind, half * middle, half == 0 ? middle : Columns);
  });
}

template <class One, class Other> void measure(const char *name, One one, Other other) {
  constexpr int Rounds = 7;
  using Clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int round = 0; round < Rounds; ++round) {
    auto begin = Clock::now();
    std::thread beside(other);
    one();
    beside.join();
    least = std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  printf("%-56s %6.1f ms\n", name, least);
}

} // namespace

int main() {
  for (Index i = 0; i < Rows; ++i) {
    left[i] = static_cast<double>(i % 7);
    for (Index j = 0; j < Columns; ++j)
      matrix[i][j] = static_cast<double>((i * 31 + j * 17) % 1000);
  }
  std::fill_n(right, Columns, 0.5);
  auto nothing = [] {};
  measure("one thread, spliced", [] { spliced(sums[0], 0, Rows); }, nothing);
  measure(
      "the other thread takes half of the first product",
      [] {
        spliced(sums[0], 0, Half);
        second(sums[0], Half, Rows, 0, Columns);
      },
      [] { first(Half, Rows); });
  measure("half of the first product, and half of the columns", [] { columns(0); }, [] { columns(1); });
  measure("a product for each", [] { first(0, Rows); }, [] { second(sums[0], 0, Rows, 0, Columns); });
  measure(
      "half of the rows for each, with sums of their own", [] { spliced(sums[0], 0, Half); },
      [] { spliced(sums[1], Half, Rows); });
  return 0;
}
