// FLAGS: -O2 -g
// CONVERTED: 1
// PROMOTES
// Eight variables of different types and operators in one loop: the list of private copies keeps its order.
#include "support.h"

int main(void) {
  int count = 1;
  char parity = 0;
  double sum = 0.5;
  uint64_t product = 1;
  short low = 32767;
  long high = -1;
  unsigned mask = ~0u;
  int any = 0;
#pragma omp parallel for reduction(+ : count, sum) reduction(^ : parity) reduction(* : product) reduction(min : low)   \
    reduction(max : high) reduction(& : mask) reduction(|| : any)
  for (int i = 0; i < 2500; i++) {
    uint64_t x = work(i, 4);
    count += x % 3 == 0;
    parity ^= (char)x;
    sum += (double)(x % 256) * 0.25;
    product *= x | 1;
    if ((short)x < low)
      low = (short)x;
    if ((long)(x >> 20) > high)
      high = (long)(x >> 20);
    mask &= (unsigned)x | 0xff00ff00u;
    any = any || x % 1000 == 1;
  }
  SHOW("count", count);
  SHOW("parity", parity);
  SHOW("sum * 4", sum * 4);
  SHOW("product", product);
  SHOW("low", low);
  SHOW("high", high);
  SHOW("mask", mask);
  SHOW("any", any);
}
