// FLAGS: -O2 -fno-omit-frame-pointer
// CONVERTED: 2
// PROMOTES
// Between the two loops lie functions without any loop; they must not hide the outer one.
#include "support.h"

static unsigned a[40][30];
NOINLINE static void leaf(int i) {
#pragma omp parallel for
  for (int j = 0; j < 30; j++)
    a[i][j] += (unsigned)work((unsigned)(i * 30 + j), 4);
}
NOINLINE static int middle(int i, int depth) {
  if (depth > 0)
    return middle(i, depth - 1) + 1;
  leaf(i);
  return 0;
}

int main(void) {
  long depth = 0;
#pragma omp parallel for reduction(+ : depth)
  for (int i = 0; i < 40; i++)
    depth += middle(i, i % 5);
  SHOW("depth", depth);
  SHOW_ARRAY("a", &a[0][0], 1200);
}
