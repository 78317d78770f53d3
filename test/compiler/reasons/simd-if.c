// Whether simd holds is asked inside the region, of a variable that the threads share: clang writes the loop twice, and
// which version runs is not known where the region is entered.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="loop converted"

void f(int n, int *x, int isSimd) {
// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel region runs in phases: its if clause holds for simd too, so that there are two versions of the loop [-Rpass-missed=tactus]
#pragma omp parallel
#pragma omp for simd if (simd : isSimd)
  for (int i = 0; i < n; i++)
    x[i]++;
}

// Nor may a division be asked before the region that the region might not come to.
void g(int n, int *x, int divisor) {
// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel region runs in phases: its if clause holds for simd too
#pragma omp parallel firstprivate(divisor)
#pragma omp for simd if (simd : 10 / divisor)
  for (int i = 0; i < n; i++)
    x[i]++;
}
