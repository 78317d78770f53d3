// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// CONVERTED: 6
// The loop of a teams construct, with its clauses: one team or several, chunks of teams and of threads, a nest.
#include "support.h"

enum { N = 3000 };
static unsigned a[N], b[60][50];

static NOINLINE void loops(int n, int teams) {
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = (unsigned)work((unsigned)i, 2);
#pragma omp teams distribute parallel for num_teams(teams) schedule(static, 7)
  for (int i = n - 1; i >= 0; i--)
    a[i] += (unsigned)i;
#pragma omp teams distribute parallel for num_teams(4) dist_schedule(static, 100) schedule(dynamic, 3)
  for (long i = 0; i < n; i += 3)
    a[i] ^= 5;
#pragma omp teams distribute parallel for collapse(2) num_teams(2) num_threads(3)
  for (int i = 0; i < 60; i++)
    for (int k = 0; k < 50; k++)
      b[i][k] = (unsigned)(i * 100 + k);
#pragma omp teams distribute parallel for simd num_teams(3)
  for (unsigned i = 0; i < (unsigned)n; i++)
    a[i] *= 3;
#pragma omp teams distribute parallel for num_teams(5)
  for (int i = 7; i < 7; i++)
    a[i] = 0;
}

int main(void) {
  for (int teams = 1; teams < 9; teams += 3)
    loops(N - teams, teams);
  SHOW_ARRAY("a", a, N);
  SHOW_ARRAY("b", &b[0][0], 3000);
}
