// Collapsed nests in a region.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < 100; i++)
      for (int j = 0; j < 200; j++)
        y[i * 200 + j] = x[j * 100 + i];
#pragma omp for collapse(2) schedule(dynamic, 7)
    for (int i = 0; i < 100; i++)
      for (int j = i; j < 200; j++)
        x[i * 200 + j] += y[j * 100 + i];
  }
  show("end");
}
