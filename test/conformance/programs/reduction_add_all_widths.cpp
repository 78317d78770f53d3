// FLAGS: -O0 -std=c++20
// CONVERTED: 1
// PROMOTES
// A sum over every integer width: the private copy and the combiner must have the variable's own width and wrap like
// it.
#include "support.h"

template <class T> NOINLINE T sum(int n) {
  T total = 7;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += (T)work(i, 4);
  return total;
}

int main() {
  SHOW("i8", sum<signed char>(1500));
  SHOW("u8", sum<unsigned char>(1500));
  SHOW("i16", sum<short>(1500));
  SHOW("u16", sum<unsigned short>(1500));
  SHOW("u32", sum<unsigned>(1500));
  SHOW("u64", sum<unsigned long>(1500));
  SHOW("ull", sum<unsigned long long>(1500));
  SHOW("empty", sum<int>(0));
}
