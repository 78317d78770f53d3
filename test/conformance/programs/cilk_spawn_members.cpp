// Member functions, virtual ones, and function objects.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include <cilk/cilk.h>
#include <cstdio>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

struct Base {
  virtual ~Base() = default;
  virtual long value(long n) const noexcept { return work(n); }
  long plain(long n) const noexcept { return work(n) + 1; }
  long operator()(long n) const noexcept { return work(n) + 2; }
};
struct Derived : Base {
  long value(long n) const noexcept override { return 3 * work(n); }
};

int main() {
  Derived derived;
  const Base &base = derived;
  long a = cilk_spawn base.value(500);
  long b = cilk_spawn derived.plain(600);
  long c = cilk_spawn base(700);
  const Base *pointer = &base;
  long d = pointer->value(800);
  cilk_sync;
  std::printf("%ld %ld %ld %ld\n", a, b, c, d);
  return 0;
}
