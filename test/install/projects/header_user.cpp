#include <cstdio>
#include <tactus/tactus.hpp>

long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

int main() {
  long squares =
      tactus::parallel_reduce(0, 100, 0L, [](long i) { return i * i; }, [](long a, long b) { return a + b; });
  std::printf("%ld %ld\n", fib(20), squares);
}
