// Each pair adds to both of its ends, in an array of each thread; a loop over ends adds these up.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

enum { ATOMS = 300 };
static long forces[MOST_THREADS][ATOMS], position[ATOMS];

int main(void) {
  fill_numbers(position, ATOMS);
  long energy = 0;
#pragma omp parallel num_threads(6)
  {
    long *own = forces[omp_get_thread_num()];
    for (int step = 0; step < 3; step++) {
      memset(own, 0, sizeof forces[0]);
#pragma omp for schedule(dynamic, 5) reduction(+ : energy)
      for (int i = 0; i < ATOMS; i++)
        for (int j = i + 1; j < ATOMS; j++) {
          long force = (position[i] - position[j]) % 17;
          own[i] -= force;
          own[j] += force;
          energy += force * force;
        }
#pragma omp for
      for (int i = 0; i < ATOMS; i++)
        for (int thread = 0; thread < omp_get_num_threads(); thread++)
          position[i] += forces[thread][i];
    }
  }
  SHOW("energy", energy);
  SHOW_ARRAY("position", position, ATOMS);
}
