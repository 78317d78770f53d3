// FLAGS: -O0
// CONVERTED: 1
// PROMOTES
// lastprivate of both indices of a collapsed nest and of a value computed in it.
#include "support.h"

int main(void) {
  int i = -1, j = -1;
  uint64_t x = 0;
#pragma omp parallel for collapse(2) lastprivate(i, j, x)
  for (i = 0; i < 30; i += 4)
    for (j = 40; j > 0; j -= 3)
      x = work((uint64_t)(i * 64 + j), 6);
  SHOW("i", i);
  SHOW("j", j);
  SHOW("x", x);
}
