// Template arguments with commas, and a result whose type is deduced.
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

template <int A, int B> long scaled(long n) noexcept { return A * work(n) + B; }
template <typename T> T sum(const T *a, int n) noexcept {
  if (n == 1)
    return a[0];
  auto left = cilk_spawn sum(a, n / 2);
  auto right = sum(a + n / 2, n - n / 2);
  cilk_sync;
  return left + right;
}

int main() {
  auto a = cilk_spawn scaled<2, 3>(500);
  long b = scaled<5, 7>(400);
  cilk_sync;
  int v[100];
  double w[100];
  for (int i = 0; i < 100; ++i)
    w[i] = v[i] = i * i;
  std::printf("%ld %ld %d %.1f\n", a, b, sum(v, 100), sum(w, 100));
  return 0;
}
