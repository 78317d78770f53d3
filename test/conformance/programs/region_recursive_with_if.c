// A function with a region calls itself from the loop of that region, which is serial below a depth.
#include "support.h"
static long sum(const int *v, int n, int depth) {
  if (n < 50) {
    long s = 0;
    for (int i = 0; i < n; i++)
      s += v[i];
    return s;
  }
  long parts[3] = {0, 0, 0}, extra = 0;
#pragma omp parallel num_threads(3) if (depth < 3)
  {
#pragma omp for schedule(dynamic, 1)
    for (int k = 0; k < 3; k++)
      parts[k] = sum(v + n / 3 * k, k == 2 ? n - n / 3 * 2 : n / 3, depth + 1);
#pragma omp single
    extra = parts[0] % 7;
#pragma omp for reduction(+ : extra)
    for (int k = 0; k < 3; k++)
      extra += parts[k] % 5;
  }
  return parts[0] + parts[1] + parts[2] + (extra & 1);
}
int main(void) {
  static int v[20000];
  for (int i = 0; i < 20000; i++)
    v[i] = (int)(mix(i) % 100);
  SHOW("sum", sum(v, 20000, 0));
}
