// FLAGS: -O2
// CONVERTED: 3
// A counting sort: histogram by reduction, serial prefix sum, parallel check.
#include "support.h"

enum { N = 3000, Keys = 64 };

int main(void) {
  static unsigned key[N], sorted[N];
  int count[Keys] = {0}, start[Keys], misplaced = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    key[i] = (unsigned)(work((unsigned)i, 2) % Keys);
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < N; i++)
    count[key[i]]++;
  for (int k = 0, sum = 0; k < Keys; sum += count[k], k++)
    start[k] = sum;
  for (int i = 0; i < N; i++)
    sorted[start[key[i]]++] = key[i];
#pragma omp parallel for reduction(+ : misplaced)
  for (int i = 1; i < N; i++)
    misplaced += sorted[i - 1] > sorted[i];
  SHOW("misplaced", misplaced);
  SHOW_ARRAY("sorted", sorted, N);
}
