/* Sorts by merging in parallel (the Cilk suite's cilksort): four quarters are sorted, two pairs merged, then the
 * halves. A merge splits at the middle of the longer run and at its place in the other. */
#ifndef BELOW
#include "insieme.h"

#include <string.h>

typedef uint32_t element;

enum { CutOff = 2048 };

/* Behind the runs that are below the value. */
static element *lower_place(element value, element *low, element *high) {
  while (low < high) {
    element *middle = low + (high - low) / 2;
    if (*middle < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define merge merge_below
#define sort sort_below
#include "sort.c"
#undef merge
#undef sort
#undef BELOW
#endif
#endif
#include "tasks.h"

static void merge(element *first, element *first_end, element *second, element *second_end, element *to) {
  if (first_end - first < second_end - second) {
    element *other = first, *other_end = first_end;
    first = second;
    first_end = second_end;
    second = other;
    second_end = other_end;
  }
  if (first == first_end)
    return;
  if (first_end - first == 1) { /* At most one in each. */
    int is_second_first = second != second_end && *second < *first;
    to[is_second_first] = *first;
    if (second != second_end)
      to[!is_second_first] = *second;
    return;
  }
  CUT(first_end - first > CutOff, merge_below(first, first_end, second, second_end, to); return)
  element *middle = first + (first_end - first) / 2;
  element *split = lower_place(*middle, second, second_end);
  element *behind = to + (middle - first) + (split - second);
  TASK(, merge(first, middle, second, split, to));
  TASK(, merge(middle, first_end, split, second_end, behind));
  TASK_WAIT
}

static void sort(element *data, element *space, long size) {
  long quarter = size / 4;
  if (size < 4) {
    for (long i = 1; i < size; ++i)
      for (long j = i; j > 0 && data[j] < data[j - 1]; --j) {
        element swapped = data[j];
        data[j] = data[j - 1];
        data[j - 1] = swapped;
      }
    return;
  }
  CUT(size > CutOff, sort_below(data, space, size); return)
  TASK(, sort(data, space, quarter));
  TASK(, sort(data + quarter, space + quarter, quarter));
  TASK(, sort(data + 2 * quarter, space + 2 * quarter, quarter));
  TASK(, sort(data + 3 * quarter, space + 3 * quarter, size - 3 * quarter));
  TASK_WAIT
  TASK(, merge(data, data + quarter, data + quarter, data + 2 * quarter, space));
  TASK(, merge(data + 2 * quarter, data + 3 * quarter, data + 3 * quarter, data + size, space + 2 * quarter));
  TASK_WAIT
  merge(space, space + 2 * quarter, space + 2 * quarter, space + size, data);
}

#ifndef BELOW
int main(int argc, char **argv) {
  long size = size_argument(argc, argv, 100000);
  element *data = allocate((size_t)size * sizeof *data), *space = allocate((size_t)size * sizeof *space);
  uint64_t state = 1, before = 0, after = 0;
  int is_sorted = 1;
  for (long i = 0; i < size; ++i)
    before += data[i] = next_random(&state);
  begin_measured();
#pragma omp parallel
#pragma omp single
  sort(data, space, size);
  end_measured();
  for (long i = 0; i < size; ++i) {
    after += data[i];
    is_sorted &= i == 0 || data[i - 1] <= data[i];
  }
  free(data);
  free(space);
  return report("sort", size, (int64_t)after, is_sorted && before == after);
}
#endif
