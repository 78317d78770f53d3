// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// Sums and products that are not exact may be reassociated, by rounding only.
#include "support.h"

int main(void) {
  double sum = 0.1, product = 1.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4000; i++)
    sum += (double)(mix(i) >> 11) * 0x1p-53;
#pragma omp parallel for reduction(* : product)
  for (int i = 0; i < 4000; i++)
    product *= 1.0 + (double)(mix(i) >> 40) * 0x1p-34;
  SHOW_NEAR("sum", sum);
  SHOW_NEAR("product", product);
}
