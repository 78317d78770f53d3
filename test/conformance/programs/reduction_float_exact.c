// FLAGS: -Os
// CONVERTED: 1
// Small integers add up exactly in single precision.
#include "support.h"

int main(void) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (short i = 0; i < 4000; i++)
    sum += (float)(work(i, 3) % 64);
  SHOW("sum", sum);
}
