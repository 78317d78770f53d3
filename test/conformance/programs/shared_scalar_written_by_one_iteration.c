// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// A shared scalar escapes to every task; the write of one iteration is visible after the join.
#include "support.h"

int main(void) {
  static uint64_t a[2000];
  uint64_t found = 0;
  int where = -1;
#pragma omp parallel for shared(found, where)
  for (int i = 0; i < 2000; i++) {
    a[i] = work((unsigned)i, 3);
    if (i == 1234) {
      found = a[i];
      where = i;
    }
  }
  SHOW("found", found);
  SHOW("where", where);
}
