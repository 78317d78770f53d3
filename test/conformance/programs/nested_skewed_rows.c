// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// Few rows of very different length; rows of length zero and one among them.
#include "support.h"

int main(void) {
  static uint64_t out[9];
  const int lengths[9] = {0, 1, 3000, 2, 0, 700, 10, 1, 90};
#pragma omp parallel for
  for (int i = 0; i < 9; i++) {
    uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
    for (int j = 0; j < lengths[i]; j++)
      h += work((unsigned)(i * 10000 + j), 2);
    out[i] = h;
  }
  SHOW_ARRAY("out", out, 9);
}
