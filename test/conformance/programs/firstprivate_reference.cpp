// FLAGS: -O2 -std=c++17
// CONVERTED: 1
// A firstprivate reference copies what it refers to, not the address.
#include "support.h"

struct Pair {
  int a, b;
};
NOINLINE void run(Pair &pair, uint64_t *out) {
#pragma omp parallel for firstprivate(pair)
  for (int i = 0; i < 1000; i++) {
    out[i] = mix((unsigned)(pair.a * i + pair.b));
  }
}

int main() {
  static uint64_t out[1000];
  Pair pair{3, 4};
  run(pair, out);
  SHOW_ARRAY("out", out, 1000);
}
