// A histogram for each thread, merged by slot: what regions are written for.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long x[LENGTH];
static int histogram[8][1000], merged[1000], place[LENGTH];

int main(void) {
  fill_numbers(x, LENGTH);
#pragma omp parallel num_threads(8)
  {
    int *mine = histogram[omp_get_thread_num()];
    int *scratch = malloc(1000 * sizeof(int));
    memset(scratch, 0, 1000 * sizeof(int));
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++) {
      mine[x[i]]++;
      scratch[x[i]]++;
    }
    CHECK(!memcmp(mine, scratch, 1000 * sizeof(int)));
    free(scratch);
#pragma omp barrier
#pragma omp single
    for (int value = 0, sum = 0; value < 1000; value++)
      for (int t = 0; t < 8; t++) {
        int count = histogram[t][value];
        merged[value] += count;
        histogram[t][value] = sum;
        sum += count;
      }
    // The same iterations again, so each thread finds its own places.
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      place[mine[x[i]]++] = i;
  }
  SHOW_ARRAY("merged", merged, 1000);
  SHOW_ARRAY("place", place, LENGTH);
}
