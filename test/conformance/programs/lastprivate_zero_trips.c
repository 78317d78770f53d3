// FLAGS: -O2
// CONVERTED: 1
// Without an iteration nothing is copied out where the variable is also firstprivate.
#include "support.h"

NOINLINE int run(int n) {
  int x = 42;
#pragma omp parallel for firstprivate(x) lastprivate(x)
  for (int i = 0; i < n; i++)
    x = i * 10;
  return x;
}

int main(void) {
  SHOW("zero", run(0));
  SHOW("one", run(1));
  SHOW("many", run(1500));
}
