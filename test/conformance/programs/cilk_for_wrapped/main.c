// A program whose own header wraps cilk_for, in a unit that does not name Cilk, beside one with OpenMP's pragmas, which
// mean nothing here.
// FLAGS: -O2
// NO-OPENMP
// PROMOTES
// CONVERTED: 2
#include "parallel.h"
#include "support.h"

int main(void) {
  static uint64_t a[500];
  EACH(i, 500) a[i] = work(i, 20);
  scale(a, 500);
  SHOW_ARRAY("a", a, 500);
  return 0;
}
