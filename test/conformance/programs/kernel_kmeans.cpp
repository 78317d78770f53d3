// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// PROMOTES
// Array-section reductions of two arrays and a counter in an outer serial loop until nothing changes.
#include "support.h"

int main() {
  constexpr int Points = 800, Clusters = 5;
  static int x[Points], y[Points], member[Points];
  for (int i = 0; i < Points; i++) {
    x[i] = (int)(mix((unsigned)i) % 1000);
    y[i] = (int)(mix((unsigned)i + 99999) % 1000);
  }
  long cx[Clusters] = {100, 300, 500, 700, 900}, cy[Clusters] = {100, 900, 500, 200, 800};
  int rounds = 0, changed = 1;
  while (changed && rounds < 10) {
    long sx[Clusters] = {}, sy[Clusters] = {};
    int size[Clusters] = {};
    changed = 0;
    rounds++;
#pragma omp parallel for reduction(+ : sx[ : Clusters], sy[ : Clusters], size[ : Clusters], changed)
    for (int i = 0; i < Points; i++) {
      int best = 0;
      long least = 1l << 60;
      for (int c = 0; c < Clusters; c++) {
        long distance = (x[i] - cx[c]) * (x[i] - cx[c]) + (y[i] - cy[c]) * (y[i] - cy[c]);
        if (distance < least) {
          least = distance;
          best = c;
        }
      }
      changed += member[i] != best;
      member[i] = best;
      sx[best] += x[i];
      sy[best] += y[i];
      size[best]++;
    }
    for (int c = 0; c < Clusters; c++)
      if (size[c]) {
        cx[c] = sx[c] / size[c];
        cy[c] = sy[c] / size[c];
      }
  }
  SHOW("rounds", rounds);
  SHOW_ARRAY("cx", cx, Clusters);
  SHOW_ARRAY("member", member, Points);
}
