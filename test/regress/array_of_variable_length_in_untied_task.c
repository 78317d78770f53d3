// clang 19 compiles these as if the array were a pointer, or crashes: they are compiled as tied tasks.
#include <alloca.h>
#include <stdio.h>

static int global = 300;

__attribute__((noinline)) static long sumOf(int *numbers, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i)
    numbers[i] = i;
  for (int i = 0; i < count; ++i)
    sum += ((volatile int *)numbers)[i];
  return sum;
}

/// A bound of the task's own, a scheduling point, and another array behind it.
static void inFunction(int count, long *sum) {
#pragma omp task untied
  {
    int bound = count, first[bound], *second = alloca((size_t)bound * sizeof(int));
    long result = sumOf(first, bound) + sumOf(second, bound);
#pragma omp taskyield
    int third[bound * 2];
    result += sumOf(third, bound * 2);
    for (int i = 0; i < bound; ++i)
      result += first[i] - second[i];
    *sum = result;
  }
#pragma omp taskwait
}

int main(int argc, char **argv) {
  int shared = 99 + argc, wrong = 0;
  long sums[4] = {0, 0, 0, 0};
  (void)argv;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task untied shared(sums)
    {
      int numbers[global];
      sums[0] = sumOf(numbers, global);
    }
    // A bound that the task shares with the region.
#pragma omp task untied shared(sums)
    {
      int numbers[shared];
      sums[1] = sumOf(numbers, shared);
    }
    inFunction(1000, &sums[2]);
    // With others around it that stay untied.
#pragma omp task untied shared(sums)
    {
      long result = 0;
#pragma omp task untied shared(result)
      {
        int count = 50, numbers[count];
        result = sumOf(numbers, count);
      }
#pragma omp taskwait
      sums[3] = result;
    }
#pragma omp taskwait
  }
  long expected[] = {300 * 299 / 2, 100 * 99 / 2, 2 * (1000 * 999 / 2) + 2000 * 1999 / 2, 50 * 49 / 2};
  for (int i = 0; i < 4; ++i)
    if (sums[i] != expected[i]) {
      printf("task %d: %ld, not %ld\n", i, sums[i], expected[i]);
      wrong = 1;
    }
  return wrong;
}
