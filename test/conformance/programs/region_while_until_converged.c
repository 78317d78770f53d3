// The loops stand in a while loop, whose condition a single construct sets in a shared variable.
// CONVERTED: 2
#include "region_arrays.h"

int main(void) {
  fill();
  int done = 0, rounds = 0;
  long sum = 0;
#pragma omp parallel
  {
    while (!done) {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += x[i] % 3;
#pragma omp single
      {
        rounds++;
        done = sum > 100000;
      }
    }
  }
  printf("%d %ld\n", rounds, sum);
  show("end");
}
