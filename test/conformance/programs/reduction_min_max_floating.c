// FLAGS: -O2 -march=native
// CONVERTED: 2
// Floating minima and maxima are exact whatever the order; the identities are the infinities or the largest finite
// values.
#include "support.h"

int main(void) {
  double low = 1e300, high = -1e300;
  float low_f = 3e38f, high_f = -3e38f;
#pragma omp parallel for reduction(min : low) reduction(max : high)
  for (int i = 0; i < 3000; i++) {
    double x = (double)(int64_t)mix(i) / 3.0;
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
#pragma omp parallel for reduction(min : low_f) reduction(max : high_f)
  for (int i = 0; i < 3000; i++) {
    float x = (float)(int32_t)mix(i) / 7.0f;
    low_f = x < low_f ? x : low_f;
    high_f = x > high_f ? x : high_f;
  }
  printf("%a %a %a %a\n", low, high, low_f, high_f);
}
