// Histograms by thread in one loop, places from them in the next: schedule(static) gives a thread the same keys.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

enum { BUCKETS = 16 };
static long keys[LENGTH], sorted[LENGTH];
static int counts[MOST_THREADS][BUCKETS];

int main(void) {
  fill_numbers(keys, LENGTH);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads(), next[BUCKETS], sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      counts[me][keys[i] % BUCKETS]++;
    for (int bucket = 0; bucket < BUCKETS; bucket++)
      for (int other = 0; other < all; other++) {
        if (other == me)
          next[bucket] = sum;
        sum += counts[other][bucket];
      }
    CHECK(sum == LENGTH);
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      sorted[next[keys[i] % BUCKETS]++] = keys[i];
  }
  for (int i = 1; i < LENGTH; i++)
    CHECK(sorted[i - 1] % BUCKETS <= sorted[i] % BUCKETS);
  SHOW_ARRAY("sorted", sorted, LENGTH);
}
