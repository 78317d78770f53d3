// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// A reduction and a lastprivate in one loop: the last iteration's value wins, whichever task ran it.
#include "support.h"

int main(void) {
  long total = 0;
  int last = -1;
#pragma omp parallel for reduction(+ : total) lastprivate(last)
  for (int i = 0; i < 3000; i++) {
    last = (int)(work(i, 4) % 100000);
    total += last;
  }
  SHOW("total", total);
  SHOW("last", last);
}
