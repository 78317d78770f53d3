// Nested loops of members, loops in tasks of members, and tasks in iterations of nested loops: all latent.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
// PROMOTES
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long rows[6][300], sums[3];

static NOINLINE void fill_row(long *row, long seed) {
#pragma omp parallel for
  for (int i = 0; i < 300; i++)
    row[i] += (long)(work((uint64_t)(i + seed), 20) % 1000);
}

static long tree(int depth, long seed) {
  long left, right;
  if (depth == 0)
    return seed % 7;
#pragma omp task shared(left)
  left = tree(depth - 1, 3 * seed);
  right = tree(depth - 1, 3 * seed + 1);
#pragma omp taskwait
  return left + right;
}

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    own = me;
    fill_row(rows[me], me);
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 40; i++)
      sum += tree(4, i);
    own += sum;
#pragma omp single
    for (int k = 3; k < 6; k++) {
#pragma omp task firstprivate(k)
      fill_row(rows[k], k);
    }
    for (int k = 3; k < 6; k++)
      own += rows[k][me];
    sums[me] = own;
  }
  SHOW_ARRAY("rows", rows[0], 1800);
  SHOW_ARRAY("sums", sums, 3);
}
