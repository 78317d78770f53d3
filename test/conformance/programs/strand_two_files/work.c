#include "strands.h"

static long sum;

void workshare(long *out, int *shares) {
#pragma omp for schedule(static, 7)
  for (int i = 0; i < LENGTH; i++) {
    out[i] += i;
#pragma omp atomic
    shares[omp_get_thread_num()]++;
  }
#pragma omp single
  out[3] += 1000;
#pragma omp for schedule(dynamic, 11) nowait
  for (int i = 0; i < LENGTH; i++)
    out[i] ^= 5;
#pragma omp barrier
#pragma omp sections
  {
    out[0]++;
#pragma omp section
    out[1]++;
  }
}

// All have written their slot before anybody overwrites it.
void meet(int *slots) {
  int me = omp_get_thread_num(), size = omp_get_num_threads();
#pragma omp barrier
  int next = slots[(me + 1) % size];
  CHECK(next == (me + 1) % size + 1);
#pragma omp barrier
  slots[me] = size;
#pragma omp barrier
}

long total(const long *x) {
#pragma omp single
  sum = 0;
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < LENGTH; i++)
    sum += x[i];
  long result = sum;
#pragma omp barrier
  return result;
}
