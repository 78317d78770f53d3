// Three levels of reductions with different operators, the innermost into an array section.
#include "support.h"

int main(void) {
  uint64_t parity = 0;
#pragma omp parallel for reduction(^ : parity)
  for (int i = 0; i < 12; i++) {
    long best = -1;
#pragma omp parallel for reduction(max : best)
    for (int j = 0; j < 12; j++) {
      long bins[4] = {0};
#pragma omp parallel for reduction(+ : bins[0 : 4])
      for (int k = 0; k < 40; k++)
        bins[k % 4] += (long)(mix(i * 10000 + j * 100 + k) % 1000);
      for (int b = 0; b < 4; b++)
        if (bins[b] > best)
          best = bins[b];
    }
    parity ^= mix((uint64_t)best);
  }
  SHOW("parity", parity);
}
