//===- object.cpp - a shared object that is compiled for interrupts --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <cmath>

namespace {

long sumOfHalves(long begin, long end) {
  if (end - begin < 8) {
    long sum = 0;
    for (long i = begin; i < end; ++i)
      sum += i * i % 1000;
    return sum;
  }
  long middle = begin + (end - begin) / 2;
  auto [low, high] = tactus::par([=] { return sumOfHalves(begin, middle); }, [=] { return sumOfHalves(middle, end); });
  return low + high;
}

/// The loop's body is the C library's.
long sumOfRoots(long size) {
  return tactus::parallel_reduce(
      0L, size, 0L, [](long i) { return static_cast<long>(std::cbrt(static_cast<double>(i)) * 16); }, std::plus<>());
}

long sumOfRows(long rows, long columns) {
  return tactus::parallel_reduce(
      0L, rows, 0L,
      [=](long row) {
        return tactus::parallel_reduce(0L, columns, 0L, [=](long column) { return (row ^ column) % 7; }, std::plus<>());
      },
      std::plus<>());
}

} // namespace

/// Loops and forks of the header. Depends on `size` alone.
extern "C" [[gnu::visibility("default")]] long runObject(long size) {
  return sumOfHalves(0, size) ^ sumOfRoots(size) ^ sumOfRows(size / 256 + 1, 256);
}
