// FLAGS: -O2
// The region calls its phases through a table of another file.
#include "phases.h"

int main(void) {
  for (int i = 0; i < COUNT; i++)
    cells[i] = i % 17;
#pragma omp parallel num_threads(3)
  for (int step = 0; step < 9; step++)
    phases[step % PHASES](step);
  SHOW_ARRAY("cells", cells, COUNT);
  SHOW("entered", entered);
}
