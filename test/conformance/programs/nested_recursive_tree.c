// FLAGS: -Os
// CONVERTED: 1
// PROMOTES
// A loop over the children of a node that recurses: one source loop is live on every level of the stack.
#include "support.h"

static uint64_t leaves[1 << 12];
static void visit(int node, int depth, uint64_t seed) {
  if (depth == 0) {
    leaves[node] = work(seed, 3);
    return;
  }
#pragma omp parallel for
  for (int c = 0; c < 4; c++)
    visit(node * 4 + c, depth - 1, mix(seed + (unsigned)c));
}

int main(void) {
  visit(0, 6, 1);
  SHOW_ARRAY("leaves", leaves, 1 << 12);
}
