// break, continue and goto in a loop that spawns.
// PROMOTES
#include "support.h"
static uint64_t out[300];
static NOINLINE void leaf(int i) { out[i] = work((uint64_t)i, 50); }
static NOINLINE int walk(int n) {
  int last = -1;
  for (int i = 0; i < n; i++) {
    if (i % 7 == 3)
      continue;
#pragma omp task firstprivate(i)
    leaf(i);
    last = i;
    if (mix((uint64_t)i) % 97 == 0)
      break;
    if (i > 250)
      goto done;
  }
done:;
#pragma omp taskwait
  return last;
}
int main() {
  int r = 0;
#pragma omp parallel
#pragma omp single
  r = walk(300);
  SHOW("last", r);
  SHOW_ARRAY("out", out, 300);
}
