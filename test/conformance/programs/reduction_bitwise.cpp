// FLAGS: -O0 -g -std=c++20
// CONVERTED: 3
// The identities of & | ^ are all ones, zero and zero, at the variable's own width.
#include "support.h"

template <class T> NOINLINE void show(const char *name) {
  T all = (T)~T(0), any = 0, parity = 1;
#pragma omp parallel for reduction(& : all)
  for (int i = 0; i < 1200; i++)
    all &= (T)(mix(i) | 0x5a5a5a5a5a5a5a5a);
#pragma omp parallel for reduction(| : any)
  for (int i = 0; i < 1200; i++)
    any |= (T)(mix(i) & 0x3300330033003311);
#pragma omp parallel for reduction(^ : parity)
  for (int i = 0; i < 1200; i++)
    parity ^= (T)work(i, 3);
  printf("%s %llx %llx %llx\n", name, (unsigned long long)all, (unsigned long long)any, (unsigned long long)parity);
}

int main() {
  show<uint8_t>("u8");
  show<int16_t>("i16");
  show<uint32_t>("u32");
  show<int64_t>("i64");
}
