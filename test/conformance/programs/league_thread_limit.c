// FLAGS: -O1
// ENV: KMP_WARNINGS=0
// NEEDS-OPENMP
// No region of a team has more threads than thread_limit says, whether it is latent, runs as strands or asks in a
// function.
#include "strands.h"

static NOINLINE void regions(void) {
#pragma omp parallel num_threads(8)
  {
    CHECK(omp_get_num_threads() <= 2);
#pragma omp barrier
  }
}

int main(void) {
  long sum = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : sum)
  {
    CHECK(omp_get_thread_limit() == 2);
    regions();
#pragma omp distribute parallel for num_threads(7) reduction(+ : sum)
    for (int i = 0; i < LENGTH; i++)
      sum += i;
#pragma omp parallel num_threads(5)
    CHECK(omp_get_num_threads() <= 2);
  }
  SHOW("sum", sum);
}
