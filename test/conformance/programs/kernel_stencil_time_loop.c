// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// Jacobi: pointers are swapped between parallel sweeps; a max reduction per sweep decides when to stop.
#include "support.h"

enum { N = 40 };
static double first[N][N], second[N][N];

int main(void) {
  double(*from)[N] = first, (*to)[N] = second;
  for (int i = 0; i < N; i++)
    first[i][0] = second[i][0] = 1024.0 * (i % 5);
  int sweeps = 0;
  double change = 1e30;
  while (change > 0.5 && sweeps < 30) {
    change = 0;
#pragma omp parallel for reduction(max : change)
    for (int i = 1; i < N - 1; i++) {
#pragma omp parallel for reduction(max : change)
      for (int j = 1; j < N - 1; j++) {
        to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
        double delta = to[i][j] > from[i][j] ? to[i][j] - from[i][j] : from[i][j] - to[i][j];
        if (delta > change)
          change = delta;
      }
    }
    double(*swap)[N] = from;
    from = to;
    to = swap;
    sweeps++;
  }
  SHOW("sweeps", sweeps);
  printf("change %a\n", change);
  SHOW_ARRAY("grid", &from[0][0], N * N);
}
