// FLAGS: -O2
// PLAIN: foreign.c
// CONVERTED: 2
// Between the outer and the inner loop lies a function that Tactus never saw.
#include "support.h"

void for_each(int n, void (*function)(int, void *), void *context);

static void inner(int i, void *context) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 30; j++)
    h += work((unsigned)(i * 30 + j), 2);
  *(uint64_t *)context += h;
}

int main(void) {
  static uint64_t out[30];
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    for_each(3 + i % 4, inner, &out[i]);
  SHOW_ARRAY("out", out, 30);
}
