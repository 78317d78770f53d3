#include "league.h"

void fill(int n) {
#pragma omp distribute
  for (int i = 0; i < n; i++)
    values[i] = (long)(mix((uint64_t)i) % 1000);
}

void addSquares(int n) {
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    values[i] += (long)i * i;
}

long shareOfSum(int n) {
  long sum = 0;
#pragma omp distribute parallel for reduction(+ : sum) dist_schedule(static, 64)
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

long wholeSum(int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}
