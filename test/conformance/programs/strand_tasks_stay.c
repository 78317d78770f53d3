// Tasks that ask for their threads keep a region on libomp. The regions around it are strands; both call a function.
// LEFT: thread number
// NEEDS-OPENMP
#include "strands.h"

static int shares[MOST_THREADS], done[LENGTH];

static NOINLINE void orphan(void) {
#pragma omp for schedule(static, 10)
  for (int i = 0; i < LENGTH; i++) {
    done[i]++;
#pragma omp atomic
    shares[omp_get_thread_num()]++;
  }
}

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel num_threads(4)
  {
    shares[omp_get_thread_num()] += 0;
    orphan();
  }
#pragma omp parallel num_threads(4)
  {
    orphan();
#pragma omp single
    {
#pragma omp task depend(out : a)
      a = 3;
#pragma omp task depend(in : a)
      b = a * 2;
    }
  }
  orphan();
  SHOW("b", b);
  SHOW_ARRAY("done", done, LENGTH);
  SHOW_ARRAY("shares", shares, 4);
}
