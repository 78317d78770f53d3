// Barriers and loops of another file that are called through pointers.
// NEEDS-OPENMP
#include "strands.h"
void (*meeting(void))(void);
void share(long *v, int n, long k);
static long v[LENGTH], slot[5];
int main(void) {
  void (*meet)(void) = meeting();
  void (*work_)(long *, int, long) = share;
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    for (int s = 0; s < 8; s++) {
      slot[me] = slot[me] * 2 + s + me;
      meet();
      work_(v, LENGTH, slot[(me * 0 + s) % 5] % 100);
      meet();
    }
  }
  SHOW_ARRAY("v", v, LENGTH);
  SHOW_ARRAY("slot", slot, 5);
}
