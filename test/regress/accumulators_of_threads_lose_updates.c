// FLAGS: -O3 -march=native
// Clang 19 declares loops with a dynamic schedule, and those with simd, free of dependences between iterations, what is
// each thread's own included. The vectoriser then lost updates, in regions of strands and of libomp too. It does so
// without Tactus: libomp is no reference here.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { Count = 1000, Steps = 3, Keys = 8 };

static int keys[Count];

/// A reduction in a loop over time steps: its variable's address has been given away when the next step begins.
static double sumBySteps(const double *values, double *copies, int asksForThread, int isSimd) {
  double sum = 0, simdSum = 0;
#pragma omp parallel
  if (!asksForThread || omp_get_thread_num() >= 0)
    for (int step = 0; step < Steps; ++step) {
#pragma omp for schedule(dynamic, 16) reduction(+ : sum)
      for (int i = 0; i < Count; ++i) {
        copies[i] = values[i] + step;
        sum += values[i];
      }
#pragma omp for simd schedule(static) reduction(+ : simdSum)
      for (int i = 0; i < Count; ++i) {
        copies[i] = values[i] + step;
        simdSum += values[i];
      }
    }
  return isSimd ? simdSum : sum;
}

/// Memory of each thread, by a key.
static void countOwn(long *totals) {
#pragma omp parallel
  {
    long *own = calloc(Keys, sizeof *own);
#pragma omp for schedule(dynamic, 100)
    for (int i = 0; i < Count; ++i)
      own[keys[i]]++;
#pragma omp critical
    for (int key = 0; key < Keys; ++key)
      totals[key] += own[key];
    free(own);
  }
}

static void countBySimd(long *totals) {
#pragma omp parallel
  if (omp_get_thread_num() >= 0) {
#pragma omp for simd reduction(+ : totals[ : Keys])
    for (int i = 0; i < Count; ++i)
      totals[keys[i]]++;
  }
}

static double sumByTasks(const double *values, double *copies) {
  double sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd reduction(+ : sum) grainsize(100)
  for (int i = 0; i < Count; ++i) {
    copies[i] = values[i] + 1;
    sum += values[i];
  }
  return sum;
}

int main(void) {
  double sum = 0, *values = malloc(Count * sizeof *values), *copies = malloc(Count * sizeof *copies);
  long counts[Keys] = {0}, own[Keys] = {0}, simd[Keys] = {0};
  for (int i = 0; i < Count; ++i) {
    values[i] = i % 7;
    keys[i] = (i * 7 + i / 5) % Keys;
    sum += Steps * values[i];
    counts[keys[i]]++;
  }
  int wrong = 0;
  for (int asks = 0; asks < 2; ++asks)
    for (int isSimd = 0; isSimd < 2; ++isSimd)
      if (sumBySteps(values, copies, asks, isSimd) != sum)
        wrong |= 1 << (2 * asks + isSimd);
  wrong |= Steps * sumByTasks(values, copies) != sum ? 64 : 0;
  countOwn(own);
  countBySimd(simd);
  for (int key = 0; key < Keys; ++key)
    wrong |= (own[key] != counts[key] ? 16 : 0) | (simd[key] != counts[key] ? 32 : 0);
  printf("%x\n", (unsigned)wrong);
  return wrong != 0;
}
