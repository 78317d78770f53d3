// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// PROMOTES
// An exception crosses from one unit, where a loop has ended, into the iteration of a loop in another.
#include "support.h"

uint64_t risky(int i);

int main() {
  static uint64_t out[60];
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    try {
      out[i] = risky(i);
    } catch (int code) {
      out[i] = (uint64_t)code;
    }
  }
  SHOW_ARRAY("out", out, 60);
}
