// What every thread calls counts threads, in functions of the program's own that have the names of the C library's.
// FLAGS: -O2 -w
// LEFT: once a thread
// NEEDS-OPENMP
#include "region_arrays.h"

static int lines, digits;

static __attribute__((noinline)) void log(int count) {
#pragma omp atomic
  lines += count;
}

static __attribute__((noinline)) int strlen(const long *text) {
#pragma omp atomic
  digits++;
  return (int)text[0];
}

int main(void) {
  fill();
#pragma omp parallel num_threads(4)
  {
    log(2);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] + 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
#pragma omp parallel num_threads(3)
  {
    int length = strlen(x);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] += length;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  printf("%d %d\n", lines, digits);
  show("end");
}
