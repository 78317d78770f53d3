// FLAGS: -O0
// CONVERTED: 2
// A whole array by name, of doubles with exact sums and of bytes.
#include "support.h"

int main(void) {
  double sums[5] = {1, 2, 3, 4, 5};
  unsigned char bits[67] = {0};
#pragma omp parallel for reduction(+ : sums)
  for (int i = 0; i < 3000; i++)
    for (int k = 0; k < 5; k++)
      sums[k] += (double)(mix(i + k) % 16);
#pragma omp parallel for reduction(| : bits)
  for (int i = 0; i < 3000; i++)
    bits[mix(i) % 67] |= (unsigned char)(1u << (i % 8));
  for (int k = 0; k < 5; k++)
    SHOW("sum", sums[k]);
  SHOW_ARRAY("bits", bits, 67);
}
