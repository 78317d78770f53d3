// FLAGS: -O0 -g -std=c++20
// CONVERTED: 1
// PROMOTES
// One loop over every integer type of counter; narrow ones are widened by the compiler.
#include "support.h"

template <class T> NOINLINE void run(const char *name, T begin, T end) {
  static int visits[300];
  memset(visits, 0, sizeof visits);
#pragma omp parallel for
  for (T i = begin; i < end; i++)
    visits[(int)(i - begin)] += (int)(work((uint64_t)i, 4) % 100);
  SHOW_ARRAY(name, visits, 300);
}

int main() {
  run<char>("char", 0, 120);
  run<signed char>("i8", -128, 120);
  run<unsigned char>("u8", 3, 255);
  run<short>("i16", -150, 149);
  run<unsigned short>("u16", 65300, 65535);
  run<int>("i32", -100, 199);
  run<unsigned>("u32", 4294967000u, 4294967295u);
  run<long>("i64", -5000000000, -5000000000 + 300);
  run<unsigned long>("u64", 18446744073709551000ul, 18446744073709551300ul);
  run<long long>("ll", 1ll << 40, (1ll << 40) + 299);
}
