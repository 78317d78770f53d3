// All variables of a region's clauses share one argument list and one combiner, so several clauses are one reduction.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_" --implicit-check-not=atomicrmw
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: alloca [3 x ptr]
// CHECK-COUNT-1: call void @tactus_combine(
// CHECK-NOT: call void @tactus_combine(
double f(int n, const double *x) {
  double sum = 0, most = 0;
  int count = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(+ : sum, count) reduction(max : most)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    count += x[i] > 0;
    most = x[i] > most ? x[i] : most;
  }
  return sum + most + count;
}
