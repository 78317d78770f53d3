// FLAGS: -Os
// CONVERTED: 2
// PROMOTES
// Structs passed and returned by value in memory (byval, sret) to a function that holds a parallel loop.
#include "support.h"

typedef struct {
  uint64_t word[9];
} Big;
NOINLINE static Big twist(Big in, int n) {
  Big out = in;
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < n; j++)
    h += work(in.word[j % 9] + (unsigned)j, 2);
  out.word[n % 9] = h;
  return out;
}

int main(void) {
  static Big out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; i++) {
    Big big;
    for (int k = 0; k < 9; k++)
      big.word[k] = mix((unsigned)(i * 9 + k));
    out[i] = twist(big, 20 + i);
  }
  SHOW_ARRAY("out", &out[0].word[0], 450);
}
