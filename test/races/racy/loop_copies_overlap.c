// Blocks that are copied overlap by one element.
#include <string.h>
int a[65], b[64];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 16; ++i)
    memcpy(a + 4 * i, b + 4 * i, 5 * sizeof *a - (i == 15 ? sizeof *a : 0));
  return a[0];
}
