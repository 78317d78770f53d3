// FLAGS: -O1 -fno-openmp -fprofile-instr-generate=/dev/null -fcoverage-mapping
// Coverage mapping watches the preprocessor's tokens as well: an assignment was taken for a declaration.
#include <cilk/cilk.h>

static int twice(int n) { return n * 2; }
static int choose(int n) {
  int a;
  if (n & 1)
    a = cilk_spawn twice(n);
  else
    a = 2;
  int b = cilk_spawn twice(n + 1);
  cilk_sync;
  return a + b;
}
int main(void) { return choose(3) != 14 || choose(4) != 12; }
