// Many more threads than workers, each with a large array of its own that lives across barriers.
// LEFT: *
// PHASES
// NEEDS-OPENMP
#include "strands.h"

static long starts[MOST_THREADS + 1];
static uint32_t keys[LENGTH], placed[LENGTH];

int main(void) {
  for (int i = 0; i < LENGTH; i++)
    keys[i] = (uint32_t)mix((uint64_t)i) % 4096;
  static uint32_t counts[MOST_THREADS][4096];
#pragma omp parallel num_threads(MOST_THREADS)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    uint32_t next[4096], sum = 0;
    CHECK(threads == MOST_THREADS);
    memset(counts[me], 0, sizeof counts[me]);
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      counts[me][keys[i]]++;
    for (int key = 0; key < 4096; key++)
      for (int other = 0; other < threads; other++) {
        if (other == me)
          next[key] = sum;
        sum += counts[other][key];
      }
    CHECK(sum == LENGTH);
#pragma omp barrier
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      placed[next[keys[i]]++] = keys[i];
    starts[me] = next[0];
  }
  for (int i = 1; i < LENGTH; i++)
    CHECK(placed[i - 1] <= placed[i]);
  SHOW_ARRAY("placed", placed, LENGTH);
}
