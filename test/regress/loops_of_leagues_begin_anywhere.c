// FLAGS: -O2 -ffast-math
// A team of a league begins its loop in the middle. Loops that may be regrouped are cut into blocks, counted from the
// first iteration; a team left out all that stood before the first block that begins in its share.
#include <stdio.h>

static double x[10000];

int main(void) {
  int wrong = 0;
  for (int i = 0; i < 10000; i++)
    x[i] = 1;
  for (int teams = 1; teams < 8; teams++) {
    double sum = 0, twice = 0;
#pragma omp teams distribute parallel for simd num_teams(teams) reduction(+ : sum)
    for (int i = 0; i < 10000; i++)
      sum += x[i];
#pragma omp teams distribute parallel for num_teams(teams) reduction(+ : twice)
    for (int i = 0; i < 10000; i++)
      twice += x[i] * 2;
#pragma omp teams distribute parallel for simd num_teams(teams)
    for (int i = 0; i < 10000; i++)
      x[i] = x[i] * 3;
    for (int i = 0; i < 10000; i++) {
      wrong += x[i] != 3;
      x[i] = 1;
    }
    wrong += (sum != 10000) + (twice != 20000);
  }
  if (wrong)
    fprintf(stderr, "%d wrong\n", wrong);
  return wrong != 0;
}
