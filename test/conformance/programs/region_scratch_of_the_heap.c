// FLAGS: -O2
// Scratch memory that each thread allocates in its prologue and frees in its epilogue, with room for what it collects.
#include "support.h"

enum { N = 900 };
static long results[N];

int main(void) {
  long collected = 0;
#pragma omp parallel num_threads(4)
  {
    long *scratch = (long *)malloc(16 * sizeof *scratch), *found = (long *)malloc(N * sizeof *found);
    int count = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 16; k++)
        scratch[k] = i * k % 11;
      long sum = 0;
      for (int k = 0; k < 16; k++)
        sum += scratch[k] * scratch[15 - k];
      results[i] = sum;
      if (sum % 3 == 0)
        found[count++] = sum;
    }
#pragma omp critical
    for (int k = 0; k < count; k++)
      collected += found[k];
    free(scratch);
    free(found);
  }
  SHOW_ARRAY("results", results, N);
  SHOW("collected", collected);
}
