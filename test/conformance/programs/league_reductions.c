// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// CONVERTED: 5
// Reductions over a league: threads into their team, teams into the original, also of arrays and by operators of the
// program's own.
#include "support.h"

enum { N = 5000 };
typedef struct {
  long sum, largest;
} Both;
#pragma omp declare reduction(both:Both : omp_out.sum += omp_in.sum,                                                   \
                                  omp_out.largest =                                                                    \
                                      omp_in.largest > omp_out.largest ? omp_in.largest : omp_out.largest)             \
    initializer(omp_priv = (Both){0, -1})

static long values[N];

int main(void) {
  for (int i = 0; i < N; i++)
    values[i] = (long)(mix((uint64_t)i) % 100000);
  long sum = 5, smallest = 1L << 40, bits = 0, counts[8] = {0};
  Both both = {1, 0};
#pragma omp teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += values[i];
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : sum) reduction(min : smallest)
  for (int i = 0; i < N; i++) {
    sum += values[i];
    smallest = values[i] < smallest ? values[i] : smallest;
  }
#pragma omp teams distribute parallel for num_teams(4) thread_limit(3) reduction(^ : bits)
  for (int i = 0; i < N; i++)
    bits ^= values[i] * i;
#pragma omp teams distribute parallel for num_teams(4) reduction(+ : counts[ : 8])
  for (int i = 0; i < N; i++)
    counts[values[i] % 8]++;
#pragma omp teams distribute parallel for num_teams(7) reduction(both : both)
  for (int i = 0; i < N; i++) {
    both.sum += values[i];
    both.largest = values[i] > both.largest ? values[i] : both.largest;
  }
  SHOW("sum", sum);
  SHOW("smallest", smallest);
  SHOW("bits", bits);
  SHOW_ARRAY("counts", counts, 8);
  SHOW("both", both.sum * 1000003 + both.largest);
}
