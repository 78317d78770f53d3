// FLAGS: -O3
// ENV: KMP_WARNINGS=0
// CONVERTED: 3
// Teams that share iterations among themselves alone: distribute, with chunks, several in one league, and with simd.
#include "support.h"

enum { N = 4000 };
static float a[N], b[N];
static long c[N];

static NOINLINE void league(int n, int teams) {
#pragma omp teams num_teams(teams)
  {
    int factor = teams * 0 + 3;
#pragma omp distribute dist_schedule(static, 16)
    for (int i = 0; i < n; i++)
      c[i] = i * factor;
    factor += 2;
#pragma omp distribute simd
    for (int i = 0; i < n; i++)
      a[i] = (float)i * (float)factor;
  }
#pragma omp teams distribute simd num_teams(teams)
  for (int i = 0; i < n; i++)
    b[i] = a[i] + (float)c[i];
#pragma omp teams distribute num_teams(teams) collapse(2)
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 100; k++)
      c[i * 100 + k] ^= k;
}

int main(void) {
  for (int teams = 1; teams <= 9; teams += 4)
    league(N - teams, teams);
  SHOW_ARRAY("a", a, N);
  SHOW_ARRAY("b", b, N);
  SHOW_ARRAY("c", c, N);
}
