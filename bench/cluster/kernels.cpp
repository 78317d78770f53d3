//===- kernels.cpp - the same forks and loops with and without <tactus/cluster.hpp> -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     kernels forks|queens|sum|sums|waves|search SIZE    prints the result, and on stderr the seconds that it took
//
// With ALONE defined it is a program of <tactus/tactus.hpp>, which knows nothing of MPI. Starting MPI does not count.
//
//===----------------------------------------------------------------------===//
#include "../../examples/cluster/sequences.h"
#ifdef ALONE
#include <tactus/reproducible.hpp>
#include <tactus/tactus.hpp>
#else
#include <tactus/cluster.hpp>
namespace cluster = tactus::cluster;
#endif
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <ranges>
#include <string_view>
#include <vector>

namespace {

/// Forks with nothing between them.
long fib(int n) {
  if (n < 2)
    return n;
#ifdef ALONE
  // The same program: what a branch captures is computed before the fork.
  auto [a, b] = tactus::par([m = n - 1] { return fib(m); }, [m = n - 2] { return fib(m); });
#else
  auto [a, b] = cluster::par(cluster::call<fib>(n - 1), cluster::call<fib>(n - 2));
#endif
  return a + b;
}

struct Board {
  int size = 0, row = 0;
  unsigned columns = 0, left = 0, right = 0;
};

/// That of docs/cluster.md.
long queens(Board board, int begin, int end) {
  if (board.row == board.size)
    return 1;
  if (end - begin > 1) {
    int middle = begin + (end - begin) / 2;
#ifdef ALONE
    auto [a, b] = tactus::par([=] { return queens(board, begin, middle); }, [=] { return queens(board, middle, end); });
#else
    auto [a, b] = cluster::par(cluster::call<queens>(board, begin, middle), cluster::call<queens>(board, middle, end));
#endif
    return a + b;
  }
  unsigned place = 1u << begin;
  if (place & (board.columns | board.left | board.right))
    return 0;
  return queens(
      {board.size, board.row + 1, board.columns | place, (board.left | place) << 1, (board.right | place) >> 1}, 0,
      board.size);
}

double term(long i) { return 1 / (1 + static_cast<double>(i) * static_cast<double>(i)); }

double sum(long count) {
#ifdef ALONE
  return tactus::reproducible_transform_reduce(std::views::iota(0L, count), 0.0, std::plus<double>(),
                                               [](long i) { return term(i); });
#else
  return cluster::transform_reduce(0L, count, 0.0, std::plus<double>(), cluster::call<term>());
#endif
}

/// Of few iterations each.
double sums(long rounds) {
  double all = 0;
  for (long round = 0; round < rounds; ++round)
    all += sum(10000 + round % 2);
  return all;
}

/// A loop of iterations that take a hundred microseconds each, and the later ones longer.
double waves(long count) {
  constexpr auto wave = [](long i) {
    double x = 0;
    for (long k = 1; k < 10'000 + i; ++k)
      x = x * 0.75 + 1 / (x + static_cast<double>(k));
    return x;
  };
  double all = 0;
#ifdef ALONE
  std::vector<double> heights(static_cast<std::size_t>(count));
  tactus::parallel_for(0L, count, [&](long i) { heights[static_cast<std::size_t>(i)] = wave(i); });
#else
  auto heights = cluster::parallel_for(0L, count, cluster::call<wave>());
#endif
  for (double height : heights)
    all += height;
  return all;
}

/// Of examples/cluster: each iteration compares two sequences.
double search(int count) {
  constexpr auto best = [](const Hit &a, const Hit &b) { return better(a, b); };
  std::string query = sequence(7).substr(0, 60);
#ifdef ALONE
  Hit hit = tactus::reproducible_transform_reduce(std::views::iota(0, count), Hit{}, best,
                                                  [&](int i) { return match(query, i); });
#else
  Hit hit = cluster::transform_reduce(0, count, Hit{}, best, cluster::call<match>(query));
#endif
  return hit.sequence;
}

double kernel(std::string_view name, long size) {
  int number = static_cast<int>(size);
  return name == "forks"    ? static_cast<double>(fib(number))
         : name == "queens" ? static_cast<double>(queens({number}, 0, number))
         : name == "sum"    ? sum(size)
         : name == "sums"   ? sums(size)
         : name == "search" ? search(number)
                            : waves(size);
}

void run(char **argv) {
  auto began = std::chrono::steady_clock::now();
  double result = kernel(argv[1], std::atol(argv[2]));
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("%.12g\n", result);
  std::fprintf(stderr, "%.6f\n", took.count());
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return std::fputs("usage: kernels forks|queens|sum|sums|waves|search SIZE\n", stderr), EXIT_FAILURE;
#ifdef ALONE
  run(argv);
#else
  return cluster::run(argc, argv, [argv] { run(argv); });
#endif
}
