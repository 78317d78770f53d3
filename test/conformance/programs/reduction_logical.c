// FLAGS: -O1
// CONVERTED: 4
// && and || reduce to 0 or 1, whatever non-zero value a variable starts with or an iteration yields.
#include "support.h"
#include <stdbool.h>

int main(void) {
  int all = 5, any = 0;
  bool every = true;
  char some = 0;
#pragma omp parallel for reduction(&& : all)
  for (int i = 0; i < 2000; i++)
    all = all && (work(i, 3) % 100000 != 3);
#pragma omp parallel for reduction(|| : any)
  for (int i = 0; i < 2000; i++)
    any = any || (i == 1777 ? 4 : 0);
#pragma omp parallel for reduction(&& : every)
  for (int i = 0; i < 2000; i++)
    every = every && i != 1999;
#pragma omp parallel for reduction(|| : some)
  for (int i = 0; i < 2000; i++)
    some = some || work(i, 2) == 0;
  printf("%d %d %d %d\n", all != 0, any, every, some);
}
