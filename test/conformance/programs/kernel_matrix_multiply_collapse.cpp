// FLAGS: -O3 -march=native -std=c++20
// CONVERTED: 2
// PROMOTES
// collapse(2) outside, a parallel reduction inside, over std::vector storage.
#include "support.h"
#include <vector>

int main() {
  const int n = 24;
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; i++) {
    a[i] = (double)(mix((unsigned)i) % 16);
    b[i] = (double)(mix((unsigned)i + 7777) % 16);
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
#pragma omp parallel for reduction(+ : sum)
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  SHOW_ARRAY("c", c.data(), n * n);
}
