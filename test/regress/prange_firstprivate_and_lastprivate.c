// FLAGS: -O2
// The shape of Cython's prange. Each variable is both firstprivate and lastprivate; it keeps its value where the loop
// is empty, and has that of the last iteration otherwise.
#include <omp.h>
#include <stdio.h>

static double data[2000];

static int check(long n, int threads, int noWait) {
  long index = -7, number, count = n, place;
  double sum = 1, last = -3, scratch = 0;
  if (noWait) {
    if (count > 0) {
#pragma omp parallel reduction(+ : sum) num_threads(threads != 0 ? threads : omp_get_max_threads()) private(place)
      {
#pragma omp for nowait firstprivate(index) lastprivate(index) firstprivate(last) lastprivate(last) schedule(static)
        for (number = 0; number < count; number++) {
          index = 0 + 1 * number;
          place = index;
          sum = sum + data[place];
          last = data[place];
        }
      }
    }
  } else {
#pragma omp parallel private(place)
    {
#pragma omp for firstprivate(index) lastprivate(index) firstprivate(last, scratch) lastprivate(last, scratch)          \
    schedule(dynamic) reduction(+ : sum)
      for (number = 0; number < count; number++) {
        index = 0 + 1 * number;
        scratch = 0;
        for (place = 0; place < 3; place++)
          scratch = scratch + data[index];
        sum = sum + scratch / 3;
        last = data[index];
      }
    }
  }
  double wanted = 1;
  for (long i = 0; i < n; i++)
    wanted += data[i];
  if (sum == wanted && index == (n > 0 ? n - 1 : -7) && last == (n > 0 ? data[n - 1] : -3) &&
      scratch == (n > 0 && !noWait ? 3 * data[n - 1] : 0))
    return 1;
  fprintf(stderr, "n %ld, threads %d: sum %g index %ld last %g scratch %g\n", n, threads, sum, index, last, scratch);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2000; i++)
    data[i] = 3 * (i % 1000);
  for (int round = 0; round < 2; round++)
    for (int threads = 0; threads < 4; threads++)
      for (int noWait = 0; noWait < 2; noWait++)
        if (!check(0, threads, noWait) || !check(1, threads, noWait) || !check(2000, threads, noWait))
          return 1;
}
