// FLAGS: -O3
// CONVERTED: 1
// The bound is loaded through pointers that the body's stores might alias.
#include "support.h"

struct Rows {
  long count;
  long *data;
};
NOINLINE void fill(struct Rows **rows) {
#pragma omp parallel for
  for (long i = 0; i < (*rows)->count; i++)
    (*rows)->data[i] = (long)work((uint64_t)i, 3);
}

int main(void) {
  static long data[2000];
  struct Rows rows = {2000, data}, *pointer = &rows;
  fill(&pointer);
  SHOW_ARRAY("data", data, 2000);
}
