// FLAGS: -O3 -march=native
// Clang 19 declares loops with a dynamic schedule free of dependences, private accumulators included; with AVX-512 the
// vectoriser then lost updates of `sums`. It does so without Tactus, too: libomp is no reference here.
#include <stdio.h>

enum { Points = 1024, Dimensions = 16, Clusters = 3 };

int main(void) {
  static int member[Points];
  static double point[Points * Dimensions];
  for (int i = 0; i < Points; i++) {
    member[i] = i / 512;
    for (int d = 0; d < Dimensions; d++)
      point[i * Dimensions + d] = 1;
  }
  double sums[Clusters * Dimensions] = {0};
  long counts[Clusters] = {0};
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : sums[ : Clusters * Dimensions], counts[ : Clusters])
  for (int i = 0; i < Points; i++) {
    int cluster = member[i];
    ++counts[cluster];
    for (int d = 0; d < Dimensions; d++)
      sums[cluster * Dimensions + d] += point[i * Dimensions + d];
  }
  printf("%g %ld\n", sums[0], counts[0]);
  return sums[0] != 512 || counts[0] != 512;
}
