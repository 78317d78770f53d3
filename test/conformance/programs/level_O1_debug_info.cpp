// FLAGS: -O1 -g -std=c++20
// CONVERTED: 2
// Debug intrinsics in every block must neither stop a conversion nor survive it wrongly.
#include "support.h"

int main() {
  static unsigned a[40][40];
  int scale = 3;
#pragma omp parallel for firstprivate(scale)
  for (int i = 0; i < 40; i++) {
    int local = i * scale;
#pragma omp parallel for
    for (int j = 0; j < 40; j++) {
      int deeper = local + j;
      a[i][j] = (unsigned)work((unsigned)deeper, 2);
    }
  }
  SHOW_ARRAY("a", &a[0][0], 1600);
}
