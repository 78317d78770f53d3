// FLAGS: -O2 -std=c17
// CONVERTED: 1
// collapse(2) on a nest of four: the two inner loops stay serial and carry a running value.
#include "support.h"

int main(void) {
  static unsigned a[12][13];
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 13; j++) {
      unsigned carried = (unsigned)(i + j);
      for (int k = 0; k < 6; k++)
        for (int l = 0; l < 7; l++)
          carried = carried * 31 + (unsigned)(k ^ l);
      a[i][j] = carried;
    }
  SHOW_ARRAY("a", &a[0][0], 156);
}
