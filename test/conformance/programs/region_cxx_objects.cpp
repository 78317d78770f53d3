// Loops over objects of C++, with private objects in iterations and exceptions caught there.
// CONVERTED: 3
#include "region_arrays.h"
#include <vector>

int main(void) {
  fill();
  std::vector<long> v(N, 1);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      std::vector<long> scratch(3, x[i]);
      v[i] += scratch[0] + scratch[2];
    }
#pragma omp for schedule(dynamic, 50)
    for (int i = 0; i < N; i++) {
      try {
        if (v[i] % 100 == 1)
          throw v[i];
        y[i] = v[i];
      } catch (long value) {
        y[i] = -value;
      }
    }
#pragma omp single
    v.push_back(5);
  }
  printf("%zu\n", v.size());
  show("end");
}
