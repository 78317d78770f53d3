// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// Functions of another file share iterations in a league, and have regions of their own; outside of it they are serial
// or have regions of the program's.
#include "league.h"

long values[LENGTH];

int main(void) {
#pragma omp teams num_teams(3)
  {
    fill(LENGTH);
    addSquares(LENGTH);
  }
  SHOW_ARRAY("values", values, LENGTH);
  long sum = 0;
#pragma omp teams num_teams(2) reduction(+ : sum)
  sum += shareOfSum(LENGTH);
  SHOW("sum", sum);
  SHOW("outside", wholeSum(LENGTH));
}
