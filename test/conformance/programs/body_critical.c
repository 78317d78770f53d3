// FLAGS: -O2 -g
// CONVERTED: 1
// Named and unnamed critical sections protect different data.
#include "support.h"

int main(void) {
  long sum = 0;
  int high = -1, where = -1;
#pragma omp parallel for
  for (int i = 0; i < 1500; i++) {
    int x = (int)(work((unsigned)i, 5) % 100000);
#pragma omp critical
    sum += x;
#pragma omp critical(maximum)
    if (x > high || (x == high && i < where)) {
      high = x;
      where = i;
    }
  }
  SHOW("sum", sum);
  SHOW("high", high);
  SHOW("where", where);
}
