// FLAGS: -O3 -march=native
// CONVERTED: 1
// alloca in a function called by the body, and in a serial loop of the body itself (bounded).
#include "support.h"
#include <alloca.h>

NOINLINE static uint64_t chain(int n) {
  struct Node {
    struct Node *next;
    uint64_t value;
  } *head = NULL;
  // clang 22 gives iterations that it executes together one allocation.
#pragma clang loop vectorize(disable)
  for (int k = 0; k < n; k++) {
    struct Node *node = alloca(sizeof *node);
    node->next = head;
    node->value = mix((unsigned)k);
    head = node;
  }
  uint64_t h = 0;
  for (; head; head = head->next)
    h = mix(h ^ head->value);
  return h;
}

int main(void) {
  static uint64_t out[400];
#pragma omp parallel for
  for (int i = 0; i < 400; i++)
    out[i] = chain(i % 20) + (unsigned)i;
  SHOW_ARRAY("out", out, 400);
}
