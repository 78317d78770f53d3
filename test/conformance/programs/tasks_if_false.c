// Undeferred tasks follow each other: no race on what they share.
#include "support.h"
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task if (0) shared(sum)
    sum = mix(sum + (uint64_t)i);
  }
  SHOW("sum", sum);
}
