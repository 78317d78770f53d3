// FLAGS: -O2 -std=c++20
// A first branch that makes one call is taken apart around it. A function that never returns and throws, behind that
// call, is still a part of the branch: the fork is joined before the exception arrives.
#include <array>
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <tactus/tactus.hpp>

static std::atomic<int> begun = 0, ended = 0;

[[noreturn]] __attribute__((noinline)) static void refuse() { throw std::out_of_range("refused"); }

static long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
  return a + b;
}

/// Forks, and reads this frame for as long as the second branch runs.
template <class Behind> static long fork(long n, Behind behind) {
  std::array<long, 4> frame = {n, n, n, n};
  long first = 0, second = 0;
  tactus::parallel_invoke(
      [&] {
        first = fib(n);
        behind(first, frame);
      },
      [&] {
        ++begun;
        second = fib(n + 1);
        for (long word : frame)
          second += word != n;
        ++ended;
      });
  return first + second;
}

__attribute__((noinline)) static long refuses(long n) {
  return fork(n, [](long value, auto &) __attribute__((always_inline)) {
    if (value > 0)
      refuse();
  });
}

/// The function that throws is in one of the library's, which is small.
__attribute__((noinline)) static long looksBehindTheEnd(long n) {
  return fork(n, [](long &value, auto &frame)
                     __attribute__((always_inline)) { value += frame.at(static_cast<std::size_t>(value)); });
}

int main() {
  int caught = 0;
  for (int round = 0; round < 100; ++round) {
    try {
      long n = 10 + round % 4;
      std::printf("returned %ld\n", round % 2 ? refuses(n) : looksBehindTheEnd(n));
    } catch (const std::out_of_range &) {
      ++caught;
    }
    if (begun != ended)
      return std::printf("round %d: the fork was left without a join\n", round), 1;
  }
  return caught == 100 ? 0 : 1;
}
