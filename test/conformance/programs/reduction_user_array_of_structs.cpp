// FLAGS: -O3 -march=native -std=c++20
// A user-declared reduction over an array section: the initializer runs for each element.
#include "support.h"

struct Range {
  int low = 1 << 30, high = -(1 << 30);
};
static void join(Range &a, const Range &b) {
  a.low = b.low < a.low ? b.low : a.low;
  a.high = b.high > a.high ? b.high : a.high;
}
#pragma omp declare reduction(range:Range : join(omp_out, omp_in)) initializer(omp_priv = Range())

int main() {
  Range ranges[6];
#pragma omp parallel for reduction(range : ranges[1 : 4])
  for (int i = 0; i < 3000; i++) {
    uint64_t x = mix(i);
    Range one;
    one.low = one.high = (int)(x >> 40);
    join(ranges[1 + x % 4], one);
  }
  for (const Range &range : ranges)
    printf("%d %d\n", range.low, range.high);
}
