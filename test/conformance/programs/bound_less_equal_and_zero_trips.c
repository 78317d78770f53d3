// FLAGS: -O1
// CONVERTED: 2
// Zero, one and two iterations, inclusive bounds, and bounds that lie below the start.
#include "support.h"

NOINLINE long inclusive(int from, int to) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = from; i <= to; i++)
    sum += i + 1000;
  return sum;
}
NOINLINE long down(unsigned from, unsigned to) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (unsigned i = from; i > to; i--)
    sum += i + 1000;
  return sum;
}

int main(void) {
  SHOW("none", inclusive(5, 4));
  SHOW("far below", inclusive(2000000000, -2000000000));
  SHOW("one", inclusive(5, 5));
  SHOW("two", inclusive(-1, 0));
  SHOW("many", inclusive(-700, 700));
  SHOW("none down", down(3, 3));
  SHOW("below down", down(0, 4000000000u));
  SHOW("one down", down(1, 0));
  SHOW("many down", down(2000, 3));
}
