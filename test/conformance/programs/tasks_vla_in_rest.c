// An array of variable length made after the spawn.
#include "support.h"
static NOINLINE uint64_t fold(uint64_t *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = work((uint64_t)i, 30);
  uint64_t h = 0;
  for (int i = 0; i < n; i++)
    h = mix(h + a[i]);
  return h;
}
static NOINLINE uint64_t run(int n) {
  uint64_t x, y = 0;
#pragma omp task shared(x)
  x = work(work(1, 10), 2000);
  for (int i = 1; i < n; i++) {
    uint64_t a[i];
    y += fold(a, i);
  }
#pragma omp taskwait
  return x + y;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = run(20);
  SHOW("r", r);
}
