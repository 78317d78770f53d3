// FLAGS: -O0
// CONVERTED: 1
// PROMOTES
// Each level of a recursion reduces over its children: joins nest as deep as the recursion.
#include "support.h"

long count(int depth, uint64_t seed) {
  if (depth == 0)
    return (long)(work(seed, 5) % 7);
  long total = 1;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 4; i++)
    total += count(depth - 1, mix(seed + (unsigned)i));
  return total;
}

int main(void) { SHOW("count", count(6, 1)); }
