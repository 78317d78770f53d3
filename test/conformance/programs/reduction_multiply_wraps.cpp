// FLAGS: -O3 -std=c++17
// CONVERTED: 1
// Products start at 1 and wrap modulo the width; an odd factor keeps them from becoming zero. (Not uint16_t: it is
// promoted to int, which overflows.)
#include "support.h"

template <class T> NOINLINE T product(unsigned n, T initial) {
  T result = initial;
#pragma omp parallel for reduction(* : result)
  for (unsigned i = 0; i < n; ++i)
    result *= (T)(work(i, 5) | 1);
  return result;
}

int main() {
  SHOW("u8", product<unsigned char>(2000, 3));
  SHOW("u16", product<unsigned short>(2000, 5));
  SHOW("u32", product<uint32_t>(2000, 7));
  SHOW("u64", product<uint64_t>(2000, 9));
  SHOW("none", product<uint64_t>(0, 9));
}
