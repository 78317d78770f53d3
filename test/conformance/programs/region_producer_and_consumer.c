// Two threads that hand over items by atomics, and a loop behind that.
// NEEDS-OPENMP
#include "strands.h"
enum { N = 40 };
static long box;
static int full;
static long got[N];
int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0)
      for (int i = 0; i < N; i++) {
        int f;
        do {
#pragma omp atomic read seq_cst
          f = full;
        } while (f);
        box = (long)mix(i);
#pragma omp atomic write seq_cst
        full = 1;
      }
    else
      for (int i = 0; i < N; i++) {
        int f;
        do {
#pragma omp atomic read seq_cst
          f = full;
        } while (!f);
        got[i] = box;
#pragma omp atomic write seq_cst
        full = 0;
      }
#pragma omp for
    for (int i = 0; i < N; i++)
      got[i] ^= i;
  }
  SHOW_ARRAY("got", got, N);
}
