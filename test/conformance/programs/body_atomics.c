// FLAGS: -O2
// CONVERTED: 1
// atomic update, read, write and capture on several types; results independent of the order.
#include "support.h"

int main(void) {
  long sum = 0, taken = 0;
  double weight = 0;
  unsigned flags = 0;
  int ticket = 0, latest = 0;
  static char seen[1500];
#pragma omp parallel for
  for (int i = 0; i < 1500; i++) {
    int mine, copy;
#pragma omp atomic update
    sum += i;
#pragma omp atomic
    weight += 0.5;
#pragma omp atomic
    flags |= 1u << (i % 32);
#pragma omp atomic capture
    mine = ticket++;
    seen[mine]++;
#pragma omp atomic write
    latest = 7;
#pragma omp atomic read
    copy = latest;
#pragma omp atomic
    taken += copy;
  }
  SHOW("sum", sum);
  SHOW("weight", weight * 2);
  SHOW("flags", flags);
  SHOW("taken", taken);
  SHOW_ARRAY("seen", seen, 1500);
}
