// FLAGS: -O2 -g -std=c++20
// LEFT: *
// A thread_local scratch buffer used directly in the body, across an inner loop.
#include "support.h"
#include <vector>

thread_local std::vector<uint64_t> scratch;

int main() {
  static uint64_t out[200];
#pragma omp parallel for
  for (int i = 0; i < 200; i++) {
    scratch.assign((size_t)(i % 30 + 1), (uint64_t)i);
    for (uint64_t &x : scratch)
      x = mix(x + (uint64_t)(&x - scratch.data()));
    out[i] = hash_bytes(scratch.data(), scratch.size() * 8);
  }
  SHOW_ARRAY("out", out, 200);
}
