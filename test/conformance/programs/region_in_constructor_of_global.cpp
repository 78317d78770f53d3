// Regions before main() begins and after it has ended.
// FLAGS: -O2
// NEEDS-OPENMP
#include "strands.h"
struct Table {
  long t[512];
  long slots[3];
  Table() : t{}, slots{} {
#pragma omp parallel num_threads(3)
    {
      int me = omp_get_thread_num();
#pragma omp for schedule(static)
      for (int i = 0; i < 512; i++) {
        t[i] = (long)(mix(i) % 9);
        slots[me] += t[i];
      }
#pragma omp for
      for (int i = 0; i < 512; i++)
        t[i] += 1;
    }
  }
  ~Table() {
    long s = 0;
#pragma omp parallel num_threads(4) reduction(+ : s)
    {
      s += omp_get_thread_num();
#pragma omp for
      for (int i = 0; i < 512; i++)
        s += t[i];
    }
    SHOW("end", s);
  }
};
static Table table;
int main() {
  SHOW_ARRAY("slots", table.slots, 3);
  SHOW_ARRAY("t", table.t, 512);
}
