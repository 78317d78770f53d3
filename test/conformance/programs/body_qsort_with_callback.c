// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// libc's qsort calls back into the program from the body: foreign frames on the stack.
#include "support.h"

static int by_value(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

int main(void) {
  static unsigned a[60][50];
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    for (int j = 0; j < 50; j++)
      a[i][j] = (unsigned)mix((unsigned)(i * 50 + j));
    qsort(a[i], 50, sizeof a[i][0], by_value);
  }
  SHOW_ARRAY("a", &a[0][0], 3000);
}
