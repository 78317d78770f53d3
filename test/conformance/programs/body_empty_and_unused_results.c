// FLAGS: -O3
// Loops that do nothing may vanish; what is around them must not.
#include "support.h"

int main(void) {
  int after = 1;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    ;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    int unused = i * 3;
    (void)unused;
  }
  after += 2;
  SHOW("after", after);
}
