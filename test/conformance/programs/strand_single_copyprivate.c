// `single` is executed once each time that the team comes to it, by any thread; copyprivate tells the others.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int entered, agreed;
struct pair {
  int round;
  double value[3];
};

int main(void) {
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < 200; round++) {
      struct pair told = {-1, {me, me, me}};
#pragma omp single copyprivate(told)
      {
        entered++;
        told.round = round;
        told.value[2] = round * 0.5;
      }
      CHECK(told.round == round && told.value[2] == round * 0.5);
#pragma omp single nowait
      agreed++;
#pragma omp single nowait
      entered++;
#pragma omp barrier
    }
  }
  SHOW("entered", entered);
  SHOW("agreed", agreed);
}
