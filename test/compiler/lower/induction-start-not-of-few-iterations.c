// A loop that goes round twice at most counts from 0: to begin at z / 2 would cost more before the loop than it saves in it.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@prolong.slice(
// CHECK: %d.{{[0-9]+}} = phi i64 [ 0, %
void prolong(unsigned long n, const double *coarse, double *fine) {
#pragma omp parallel for
  for (unsigned long z = 1; z <= n; ++z)
    for (unsigned long x = 1; x <= n; ++x) {
      double sum = 0;
      for (unsigned long d = 0; d <= (z & 1); ++d)
        sum += coarse[(z / 2 + d) * n + x];
      fine[z * n + x] = sum;
    }
}
