// Memory that each thread allocates, grows and frees, the address of a private variable that others read behind a
// barrier, and a private counter that is passed from loop to loop.
// LEFT: *
// PHASES
// NEEDS-OPENMP
#include "strands.h"

static long numbers[LENGTH], results[LENGTH], *tables[MOST_THREADS];

static void grow(long **table, long *room, long needed) {
  while (*room <= needed)
    *table = realloc(*table, (size_t)(*room *= 2) * sizeof **table);
}

int main(void) {
  fill_numbers(numbers, LENGTH);
  long total = 0, steps = 0;
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads();
    long room = 2, count = 0, *list = malloc(2 * sizeof *list), found[4] = {me, 0, 0, 0};
    tables[me] = found;
    for (int step = 0; step < 4; step++) {
      count = 0;
#pragma omp for schedule(static, 7)
      for (int i = 0; i < LENGTH; i++) {
        grow(&list, &room, count);
        list[count++] = numbers[i] + step;
        results[i] += count > 0 ? list[count - 1] : -1;
      }
      for (long k = 0; k < count; k++)
        found[step] += list[k] % 7;
#pragma omp barrier
#pragma omp single nowait
      {
        for (int other = 0; other < threads; other++)
          total += tables[other][step] - (step == 0 ? other : 0);
        steps++;
      }
      CHECK(tables[(me + 1) % threads] != found || threads == 1);
#pragma omp barrier
    }
    free(list);
  }
  SHOW("total", total);
  SHOW("steps", steps);
  SHOW_ARRAY("results", results, LENGTH);
}
