// Arrays and structures that are threadprivate and copied in, region after region.
// NEEDS-OPENMP
#include "strands.h"
static int table[10];
static struct {
  long a;
  char b;
} pair;
#pragma omp threadprivate(table, pair)
static long out[4];
int main(void) {
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 10; i++)
      table[i] = i * r;
    pair.a = r * 100;
    pair.b = 'a';
#pragma omp parallel num_threads(4) copyin(table, pair)
    {
      int me = omp_get_thread_num();
      table[me] += 1000;
      pair.b += me;
      pair.a += table[9];
#pragma omp barrier
#pragma omp for schedule(static, 1)
      for (int i = 0; i < 4; i++)
        out[i] += table[i] + pair.a + pair.b;
    }
  }
  SHOW_ARRAY("out", out, 4);
  SHOW("t0", table[0]);
}
