// FLAGS: -O3 -std=c++20
// CONVERTED: 1
// min and max start from the type's own limits; signedness decides the comparison.
#include "support.h"

template <class T> NOINLINE void show(const char *name, int n) {
  T low = (T)100, high = (T)100;
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (int i = 0; i < n; i++) {
    T value = (T)work(i + 17, 4);
    if (value < low)
      low = value;
    if (value > high)
      high = value;
  }
  printf("%s %lld %lld\n", name, (long long)low, (long long)high);
}

int main() {
  show<int8_t>("i8", 900);
  show<uint8_t>("u8", 900);
  show<int16_t>("i16", 900);
  show<uint32_t>("u32", 900);
  show<int64_t>("i64", 900);
  show<uint64_t>("u64", 900);
  show<int>("empty", 0);
}
