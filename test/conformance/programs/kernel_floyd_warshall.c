// FLAGS: -O3 -march=native
// CONVERTED: 2
// PROMOTES
// A serial outermost loop around two parallel ones; row k is read while all others are written.
#include "support.h"

enum { N = 48 };
static int d[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : (int)(mix((unsigned)(i * N + j)) % 1000) + 1;
  for (int k = 0; k < N; k++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      if (i == k)
        continue;
#pragma omp parallel for
      for (int j = 0; j < N; j++)
        if (d[i][k] + d[k][j] < d[i][j] && j != k)
          d[i][j] = d[i][k] + d[k][j];
    }
  }
  SHOW_ARRAY("d", &d[0][0], N * N);
}
