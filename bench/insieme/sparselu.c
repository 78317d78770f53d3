/* LU factorisation of a sparse matrix of blocks, each step on a block a task (sparse_blocks.h). Structure and values
 * are the generator's own. */
#include "insieme.h"

enum { BlockSize = 16 };
#define new_memory allocate
#define next_value next_random
#include "sparse_blocks.h"

static void release(block **a, int n) {
  for (int i = 0; i < n * n; ++i)
    free(a[i]);
  free(a);
}

int main(int argc, char **argv) {
  int n = (int)size_argument(argc, argv, 8);
  block **a = generate(n), **original = generate(n);
  double error;
  begin_measured();
#pragma omp parallel
#pragma omp single
  sparse_lu(a, n);
  end_measured();
  error = difference(a, original, n);
  release(a, n);
  release(original, n);
  return report("sparselu", n, (int64_t)(error * 1e9), error < 1e-6);
}
