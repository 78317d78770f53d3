// Reductions of loops and of the region, lastprivate and firstprivate, among values by thread; -O0.
// LEFT: *
// PHASES
// NEEDS-OPENMP
// FLAGS: -O0
#include "strands.h"

static long numbers[LENGTH], slots[MOST_THREADS];

int main(void) {
  fill_numbers(numbers, LENGTH);
  long sum = 0, product = 1, last = 0, region = 0, first = 5, checks[3] = {0};
#pragma omp parallel num_threads(3) reduction(+ : region) firstprivate(first)
  {
    int me = omp_get_thread_num();
    for (int step = 0; step < 3; step++) {
      slots[me] = 0;
#pragma omp for reduction(+ : sum) reduction(max : product) lastprivate(last)
      for (int i = 0; i < LENGTH; i++) {
        sum += numbers[i] + first;
        product = numbers[i] > product ? numbers[i] : product;
        last = numbers[i] + step;
        slots[me]++;
      }
      first += 1;
      CHECK(last == numbers[LENGTH - 1] + step);
      if (me == 0)
        for (int other = 0; other < omp_get_num_threads(); other++)
          checks[step] += slots[other];
      region += step;
#pragma omp barrier
    }
    region += first;
  }
  SHOW("sum", sum);
  SHOW("product", product);
  SHOW("last", last);
  SHOW("region", region);
  SHOW_ARRAY("checks", checks, 3);
}
