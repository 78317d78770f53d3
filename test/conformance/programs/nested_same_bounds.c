// FLAGS: -O2
// PROMOTES
// CONVERTED: 3
// Inner loops whose bounds are the same in all iterations around them: where a task has taken a part of one, the next
// one begins with all of it again. The outermost loop stays with its strand, or the inner ones would be the last of it.
#include "support.h"

static uint64_t cells[40 * 30 * 20];

NOINLINE void fill(long rows, long columns, long depth) {
#pragma omp parallel for num_threads(1)
  for (long i = 0; i < rows; i++)
#pragma omp parallel for
    for (long j = 0; j < columns; j++)
#pragma omp parallel for
      for (long k = 0; k < depth; k++)
        cells[(i * columns + j) * depth + k] += (uint64_t)(i + 1) * (j + 3) * (k + 7);
}

int main(void) {
  for (int round = 0; round < 3; round++)
    fill(40, 30, 20);
  SHOW_ARRAY("cells", cells, 40 * 30 * 20);
  return 0;
}
