// A structure by value, changed by the task.
// PROMOTES
// NEEDS-OPENMP
#include "support.h"
struct big { uint64_t words[20]; int n; };
static uint64_t out[50];
static NOINLINE uint64_t change(struct big *b) {
  for (int r = 0; r < 50; r++)
    for (int i = 0; i < 20; i++)
      b->words[i] = mix(b->words[i] + b->words[(i + 1) % 20]);
  return b->words[0] + (uint64_t)b->n;
}
int main() {
#pragma omp parallel
#pragma omp single
  {
    struct big b = {{1, 2, 3}, 0};
    for (int i = 0; i < 50; i++) {
      b.n = i;
      b.words[3] = (uint64_t)i;
#pragma omp task firstprivate(b, i)
      out[i] = change(&b);
    }
  }
  SHOW_ARRAY("out", out, 50);
}
