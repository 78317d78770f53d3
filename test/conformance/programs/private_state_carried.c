// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// LEFT: an iteration may find in a private variable what an earlier one of its thread left there
// Private state that goes from one iteration of a thread to its next one, where the schedule and the number of threads
// fix the values; and a scratch variable in the same kind of loop, which carries nothing.
#include "support.h"

int main(void) {
  static uint64_t a[1200], b[1200], c[1200];
  uint64_t counter = 5, state[3] = {1, 2, 3}, scratch[8];
#pragma omp parallel for num_threads(3) schedule(static, 100) firstprivate(counter)
  for (int i = 0; i < 1200; i++)
    a[i] = counter++ + work((unsigned)i, 2);
#pragma omp parallel for num_threads(3) schedule(static, 100) firstprivate(state)
  for (int i = 0; i < 1200; i++) {
    state[i % 3] += state[(i + 1) % 3] ^ (uint64_t)i;
    b[i] = state[0];
  }
#pragma omp parallel for num_threads(3) schedule(static, 100) private(scratch)
  for (int i = 0; i < 1200; i++) {
    for (int k = 0; k < 8; k++)
      scratch[k] = mix((unsigned)(i + k));
    c[i] = scratch[i % 8];
  }
  SHOW_ARRAY("a", a, 1200);
  SHOW_ARRAY("b", b, 1200);
  SHOW_ARRAY("c", c, 1200);
}
