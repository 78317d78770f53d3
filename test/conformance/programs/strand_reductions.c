// Reductions of regions and of loops in them, beside code that needs its thread.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long x[LENGTH];

int main(void) {
  fill_numbers(x, LENGTH);
  long sum = 5, threads = 0, least = 1 << 30, parts[3] = {0, 0, 0};
  unsigned bits = 0;
  double product = 1;
#pragma omp parallel num_threads(6) reduction(+ : threads, parts)
  {
    threads += 1 + 0 * omp_get_thread_num();
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < LENGTH; i++)
      sum += x[i];
#pragma omp for schedule(dynamic, 9) reduction(min : least) reduction(| : bits)
    for (int i = 0; i < LENGTH; i++) {
      if (x[i] - i < least)
        least = x[i] - i;
      bits |= 1u << x[i] % 31;
    }
#pragma omp for reduction(* : product)
    for (int i = 0; i < 20; i++)
      product *= 2;
    parts[omp_get_thread_num() % 3] += 1;
  }
  SHOW("sum", sum);
  SHOW("threads", threads);
  SHOW("least", least);
  SHOW("bits", bits);
  SHOW("product", product);
  SHOW_ARRAY("parts", parts, 3);
}
