#include "regions.h"
#pragma splice func Reads(tactus_interval(cells[t % 2], first - 1, last + 1))                                          \
    Writes(tactus_interval(cells[(t + 1) % 2], first, last))
void spread(int t, int first, int last) {
  if (last - first > 32) {
    spread(t, first, (first + last) / 2);
    spread(t, (first + last) / 2, last);
    return;
  }
  for (int i = first; i < last; i++)
    cells[(t + 1) % 2][i] = cells[t % 2][i - 1] ^ cells[t % 2][i + 1];
}
