// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// PROMOTES
// Counting queens: a recursive search with a reduction and a loop-dependent trip count at each level.
#include "support.h"

static long place(int n, int row, unsigned columns, unsigned left, unsigned right) {
  if (row == n)
    return 1;
  long count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int c = 0; c < n; c++) {
    unsigned bit = 1u << c;
    if (!((columns | left | right) & bit))
      count += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

int main() { SHOW("queens", place(6, 0, 0, 0, 0)); }
