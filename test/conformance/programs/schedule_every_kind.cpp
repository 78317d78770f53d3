// FLAGS: -O3 -march=native -std=c++20
// CONVERTED: 13
// Every schedule kind, with and without a chunk, with modifiers: accepted, and without effect on the result.
#include "support.h"

static unsigned a[1500];
#define LOOP(clause) _Pragma(clause) for (int i = 0; i < 1500; i++) a[i] = (unsigned)mix(a[i] + (unsigned)i);

int main() {
  int chunk = 17;
  LOOP("omp parallel for schedule(static)")
  LOOP("omp parallel for schedule(static, 1)")
  LOOP("omp parallel for schedule(static, chunk)")
  LOOP("omp parallel for schedule(dynamic)")
  LOOP("omp parallel for schedule(dynamic, 13)")
  LOOP("omp parallel for schedule(dynamic, chunk)")
  LOOP("omp parallel for schedule(guided)")
  LOOP("omp parallel for schedule(guided, 5)")
  LOOP("omp parallel for schedule(auto)")
  LOOP("omp parallel for schedule(runtime)")
  LOOP("omp parallel for schedule(monotonic : static)")
  LOOP("omp parallel for schedule(nonmonotonic : dynamic, 4)")
  LOOP("omp parallel for schedule(monotonic : guided, 100000)")
  SHOW("chunk", chunk);
  SHOW_ARRAY("a", a, 1500);
}
