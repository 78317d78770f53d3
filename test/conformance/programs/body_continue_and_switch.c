// FLAGS: -O3
// CONVERTED: 1
// continue out of a switch with fall-through, in the parallel loop's own body.
#include "support.h"

int main(void) {
  static int out[2500];
#pragma omp parallel for
  for (int i = 0; i < 2500; i++) {
    int x = (int)(work((unsigned)i, 3) % 10);
    switch (x) {
    case 0:
      continue;
    case 1:
    case 2:
      x *= 3;
      break;
    case 3:
      x += 100;
      // fall through
    case 4:
      x *= 2;
      break;
    default:
      if (x % 2)
        continue;
      out[i] = -x;
      continue;
    }
    out[i] = x;
  }
  SHOW_ARRAY("out", out, 2500);
}
