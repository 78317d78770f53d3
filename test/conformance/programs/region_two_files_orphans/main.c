// FLAGS: -O2
// A region whose loops, single and reductions all stand in another file; some of its functions are called outside of
// regions too, and some by each other.
#include "field.h"

int main(void) {
  field_begin(1500);
  long before = field_sum();
#pragma omp parallel num_threads(4)
  for (int step = 0; step < 6; step++) {
    field_relax();
    if (step % 2)
      field_shift(step);
    field_recurse(3);
  }
  SHOW("before", before);
  SHOW("after", field_sum());
  field_relax();
  SHOW("checks", field_checks());
}
