// FLAGS: -O1
// NEEDS-OPENMP
// Threadprivate counters of another file: kept from region to region, copied in, and read by number.
#include "counter.h"

int main(void) {
  long found[3] = {0};
  counter = 7;
#pragma omp parallel num_threads(3) copyin(counter)
  {
    counter += omp_get_thread_num();
#pragma omp for schedule(static, 10)
    for (int i = 0; i < 90; i++)
      count(i);
  }
#pragma omp parallel num_threads(3)
  found[omp_get_thread_num()] = counter;
  // 30 iterations each, of chunks of ten.
  for (int t = 0; t < 3; t++) {
    long expected = 7 + t;
    for (int i = 0; i < 90; i++)
      if (i / 10 % 3 == t)
        expected += i;
    CHECK(found[t] == expected);
  }
  SHOW("done", 1);
}
