// Below a final task everything is included; two of its children touch one variable.
#include "support.h"
static uint64_t tree(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t sum = 0, x = 0, y = 0;
#pragma omp task shared(x) final(depth < 4)
  x = tree(depth - 1, seed * 2);
#pragma omp task shared(y) final(depth < 5)
  y = tree(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  sum = x * 3 + y;
  return sum;
}
int main() {
  uint64_t r = 0, order = 0;
#pragma omp parallel
#pragma omp single
  {
    r = tree(9, 1);
#pragma omp task final(1) shared(order)
    {
      for (int i = 0; i < 100; i++) {
#pragma omp task shared(order)
        order = mix(order + (uint64_t)i);
      }
    }
#pragma omp taskwait
  }
  SHOW("r", r);
  SHOW("order", order);
}
