// A loop of spawns in a recursion, each with a board of its own.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static int queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
  if (row == n)
    return 1;
  int counts[16] = {0}, sum = 0;
  for (int c = 0; c < n; ++c) {
    unsigned bit = 1u << c;
    if (!((columns | left | right) & bit))
      counts[c] = cilk_spawn queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  cilk_sync;
  for (int c = 0; c < n; ++c)
    sum += counts[c];
  return sum;
}

int main(void) {
  printf("%d\n", queens(7, 0, 0, 0, 0));
  return 0;
}
