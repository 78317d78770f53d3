#include "strands.h"

void create(int *values, int *steps) {
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(iterator(only = 0 : 1), inout : steps[0]) firstprivate(i)
    {
      values[i] = values[i] * 2 + *steps;
      ++*steps;
    }
  }
}

void workshare(int *values) {
#pragma omp for schedule(dynamic, 5)
  for (int i = 0; i < LENGTH; i++)
    values[i]++;
}
