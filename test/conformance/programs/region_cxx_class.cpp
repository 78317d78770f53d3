// A region in a member function, with members that it reads and writes.
// CONVERTED: 3
#include "region_arrays.h"

struct Field {
  long scale = 3, total = 0;
  void step() {
#pragma omp parallel
    {
#pragma omp for reduction(+ : total)
      for (int i = 0; i < N; i++)
        total += x[i] * scale;
#pragma omp single
      scale = 2;
#pragma omp for
      for (int i = 0; i < N; i++)
        y[i] = x[i] * scale;
    }
  }
};

int main(void) {
  fill();
  Field field;
  field.step();
  printf("%ld\n", field.total);
  show("end");
}
