// Loops nested in members stay latent: their tasks end in their loop, and leave the member's number and memory alone.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

static long x[LENGTH], slot[MOST_THREADS];

int main(void) {
  fill_numbers(x, LENGTH);
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < 10; round++) {
      long sum = 0;
#pragma omp parallel for reduction(+ : sum)
      for (int i = 0; i < LENGTH; i++)
        sum += (long)(work((uint64_t)x[i], 20) % 1000);
      slot[me] += sum + me;
      CHECK(omp_get_thread_num() == me);
#pragma omp barrier
      CHECK(slot[(me + 1) % 3] == (round + 1) * sum + (round + 1) * ((me + 1) % 3));
#pragma omp barrier
    }
  }
  SHOW_ARRAY("slot", slot, 3);
}
