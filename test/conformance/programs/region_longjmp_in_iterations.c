// Iterations that leave a function by longjmp().
#include "support.h"
#include <setjmp.h>
static long v[500];
static void maybe(jmp_buf *b, int i) {
  if (i % 7 == 3)
    longjmp(*b, i + 1);
  v[i] += 1;
}
int main(void) {
  long jumps = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : jumps)
    for (int i = 0; i < 500; i++) {
      jmp_buf b;
      if (setjmp(b) == 0)
        maybe(&b, i);
      else
        jumps++;
    }
#pragma omp for
    for (int i = 0; i < 500; i++)
      v[i] += 2;
  }
  SHOW("jumps", jumps);
  SHOW_ARRAY("v", v, 500);
}
