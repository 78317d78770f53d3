// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// The inner loop reduces a variable of the outer iteration, the outer loop reduces over those.
#include "support.h"

int main(void) {
  long total = 3;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 60; i++) {
    long row = i;
#pragma omp parallel for reduction(+ : row)
    for (int j = 0; j < 60 + i; j++)
      row += (long)(mix(i * 1000 + j) % 100);
    total += row * (i % 3 + 1);
  }
  SHOW("total", total);
}
