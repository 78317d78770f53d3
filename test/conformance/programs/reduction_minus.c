// FLAGS: -O0 -g
// CONVERTED: 2
// The operator `-` combines private copies by addition, in C and at any width.
#include "support.h"

int main(void) {
  long total = 1000000;
  unsigned char small = 3;
#pragma omp parallel for reduction(- : total)
  for (int i = 0; i < 3000; i++)
    total -= (long)(mix(i) % 1000);
#pragma omp parallel for reduction(- : small)
  for (int i = 0; i < 3000; i++)
    small -= (unsigned char)mix(i);
  SHOW("total", total);
  SHOW("small", small);
}
