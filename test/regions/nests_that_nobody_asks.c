// RUNS: OMP_MAX_ACTIVE_LEVELS=1
// PROMOTED-ONLY: 11
// Nobody in the nest can ask how deep it is, so it has no records; its inner loop is not promoted all the same.
#include "asker.h"

#include <stdlib.h>

static double x[40][256];

static void run(double seed) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    double sum = seed;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < 256; j++) {
      double value = j;
      for (int k = 0; k < 30; k++)
        value = value * 1.01 + i;
      x[i][j] = value;
      sum += value;
    }
    x[i][0] = sum;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  run(argc);
  CHECK(x[39][255] > x[0][255]);
}
