// FLAGS: -Os
// CONVERTED: 2
// PROMOTES
// Global and static arrays are reached by name, not captured; a global pointer changes between loops.
#include "support.h"

unsigned first[1500];
static unsigned second[1500];
unsigned *current = first;

int main(void) {
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < 1500; i++)
      current[i] += (unsigned)work((unsigned)(i + round), 2);
    current = current == first ? second : first;
#pragma omp parallel for
    for (int i = 0; i < 1500; i++)
      second[i] ^= first[1499 - i];
  }
  SHOW_ARRAY("first", first, 1500);
  SHOW_ARRAY("second", second, 1500);
}
