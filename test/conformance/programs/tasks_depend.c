// Tasks with dependences beside others in one function.
// PROMOTES
#include "support.h"
static uint64_t side(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x)
  x = side(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = side(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
int main() {
  uint64_t a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a) shared(a)
    a = side(6, 1);
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
    b = a + side(6, 2);
#pragma omp task shared(c)
    c = side(6, 3);
#pragma omp taskwait
  }
  SHOW("a", a);
  SHOW("b", b);
  SHOW("c", c);
}
