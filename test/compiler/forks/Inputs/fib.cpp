#include <cstdio>
#include <tactus/tactus.hpp>

// Emitted by both units where there are two.
template <class Number> inline Number fib(Number n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
  return a + b;
}

long library(long n);
#ifndef PROGRAM
long library(long n) { return fib(n) + static_cast<long>(fib(static_cast<double>(n))); }
#endif
#ifndef LIBRARY
int main() { std::printf("%ld %ld\n", fib(17L), library(15)); }
#endif
