// FLAGS: -Os
// clang compiles if(0) to a serialised region without a fork; with clauses it keeps its private copies.
#include "support.h"

int main(void) {
  static unsigned a[1500];
  uint64_t sum = 3;
  int last = -1;
#pragma omp parallel for if (0) reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < 1500; i++) {
    a[i] = (unsigned)work((unsigned)i, 2);
    sum += a[i];
    last = i * 2;
  }
  SHOW("sum", sum);
  SHOW("last", last);
  SHOW_ARRAY("a", a, 1500);
}
