// FLAGS: -O2
// CONVERTED: 1
// A whole array is copied out from the last iteration, which writes all of it.
#include "support.h"

int main(void) {
  int last[32] = {0};
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 1200; i++)
    for (int k = 0; k < 32; k++)
      last[k] = (int)(mix((unsigned)(i * 32 + k)) >> 40);
  SHOW_ARRAY("last", last, 32);
}
