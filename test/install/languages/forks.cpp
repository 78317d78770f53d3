#include <cstdio>
#include <tactus/tactus.hpp>
long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}
int main() { std::printf("%ld\n", fib(30)); }
