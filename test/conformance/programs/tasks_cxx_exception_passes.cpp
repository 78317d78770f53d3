// An exception leaves the function between its spawn and its end, and is caught by the same task.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <stdexcept>
static uint64_t out[40];
static NOINLINE uint64_t leaf(int i) { return work(uint64_t(i), 200); }
static NOINLINE int spawn(int i) {
#pragma omp task firstprivate(i)
  out[i] = leaf(i);
  if (i % 4 == 3)
    throw std::out_of_range("four");
  return i;
}
int main() {
  int sum = 0, caught = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; i++) {
    try {
      sum += spawn(i);
    } catch (const std::out_of_range &) {
      caught++;
    }
  }
  SHOW("sum", sum);
  SHOW("caught", caught);
  SHOW_ARRAY("out", out, 40);
}
