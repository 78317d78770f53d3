// Reductions of the region by min, times, and logical operators.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  double least = 100;
  long product = 3;
  int all = 1, any = 0;
#pragma omp parallel reduction(min : least) reduction(* : product) reduction(&& : all) reduction(|| : any)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      least = a[i] - 3 < least ? a[i] - 3 : least;
      all = all && x[i] >= 0;
    }
#pragma omp for
    for (int i = 0; i < 20; i++) {
      product *= 2;
      any = any || x[i] == 7;
    }
  }
  printf("%g %ld %d %d\n", least, product, all, any);
  show("end");
}
