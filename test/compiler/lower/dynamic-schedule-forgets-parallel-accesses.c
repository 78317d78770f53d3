// For schedules that hand out chunks in any order clang declares the loop free of dependences, a private accumulator
// included, whose updates the vectoriser then loses. The declaration goes, unless the user made it by `simd`.
// RUN: %raw %s | FileCheck %s --check-prefix=RAW
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw -DSIMD=simd %s | %convert | FileCheck %s --check-prefix=SIMD
#ifndef SIMD
#define SIMD
#endif

// RAW: !"llvm.loop.parallel_accesses"
// CHECK-LABEL: define internal void @f.slice(
// CHECK: br {{.*}}%omp.inner.for.cond{{.*}}
// CHECK-NOT: !"llvm.loop.parallel_accesses"
// SIMD: !"llvm.loop.parallel_accesses"
#define TEXT_OF(x) #x
#define PRAGMA(x) _Pragma(TEXT_OF(x))
double f(int n, const double *x) {
  double sum = 0;
  PRAGMA(omp parallel for SIMD schedule(dynamic) reduction(+ : sum))
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
