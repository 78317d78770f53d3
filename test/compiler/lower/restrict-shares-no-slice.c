// What a restrict pointer says of the loop of one call need not hold for that of another: these have a slice each.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

static void copy(double *to, const double *from, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

// Only in the first call the two pointers cannot overlap.
// CHECK-COUNT-2: define internal {{.*}}@restricted.slice
void restricted(double *restrict x, double *y, int n) {
#pragma omp parallel
  {
    copy(x, y, n);
    copy(y, y + 1, n);
  }
}
