// Temporaries of the spawned call live until it has returned.
// FLAGS: -O2 -std=c++20
#include <cilk/cilk.h>
#include <cstdio>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

#include <string>
static long length(const std::string &text, long n) noexcept { return static_cast<long>(text.size()) + work(n); }
static std::string repeat(const std::string &text, int n) noexcept {
  std::string result;
  for (int i = 0; i < n; ++i)
    result += text;
  return result;
}

int main() {
  long lengths[30];
  for (int i = 0; i < 30; ++i)
    lengths[i] = cilk_spawn length(repeat("ab", i) + "a text that is too long for the short form", i * 20);
  cilk_sync;
  for (long n : lengths)
    std::printf("%ld\n", n);
  return 0;
}
