// RUNS: OMP_CANCELLATION=true
// A loop's cancellation ends with the loop; the region goes on, and is cancelled in the end. Members that have left the
// last barrier may cancel the region before others have looked whether it has been. (libomp hangs here.)
#include "asker.h"

#include <stdlib.h>
#include <string.h>

enum { Iterations = 2000, Rounds = 20 };

static void region(int round) {
  int loops[2] = {0, 0}, met = 0;
#pragma omp parallel num_threads(4)
  {
    int me = ask().number;
    for (int k = 0; k < 2; k++) {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < Iterations; i++) {
        if (i == 700 + k) {
#pragma omp atomic
          loops[k]++;
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
    }
#pragma omp barrier
#pragma omp atomic
    met++;
#pragma omp barrier
#pragma omp cancel parallel if (me == round % 4)
#pragma omp barrier
#pragma omp atomic
    met += 100;
  }
  CHECK(loops[0] == 1 && loops[1] == 1 && met == 4);
}

int main(void) {
  const char *regions = getenv("TACTUS_REGIONS");
  if (regions && !strcmp(regions, "libomp"))
    return 0;
  for (int round = 0; round < Rounds; round++)
    region(round);
  return 0;
}
