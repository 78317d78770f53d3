// FLAGS: -O2
// CONVERTED: 1
// The reduced variable is a global that a called function reads: during the loop it keeps its old value.
#include "support.h"

long total = 42;
NOINLINE long seen(int i) { return (long)(mix(i) % 10); }

int main(void) {
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 3000; i++)
    total += seen(i);
  SHOW("total", total);
}
