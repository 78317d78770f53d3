// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// The thread-safe initialisation of a function-local static happens once, whoever comes first.
#include "support.h"
#include <atomic>

static std::atomic<int> constructed{0};
struct Table {
  uint64_t value[64];
  Table() {
    constructed++;
    for (int k = 0; k < 64; k++)
      value[k] = work((unsigned)k, 20);
  }
};
NOINLINE static const Table &table() {
  static const Table instance;
  return instance;
}

int main() {
  static uint64_t out[1500];
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    out[i] = mix(table().value[i % 64] + (unsigned)i);
  SHOW("constructed", constructed.load());
  SHOW_ARRAY("out", out, 1500);
}
