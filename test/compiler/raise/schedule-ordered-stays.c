// The schedules above with `ordered` keep their order among threads, which only libomp has.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-COUNT-2: call void {{.*}}@__kmpc_fork_call(
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop is ordered [-Rpass-missed=tactus]
#pragma omp parallel for schedule(static, 16) ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    x[0] += i;
  }
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop is ordered [-Rpass-missed=tactus]
#pragma omp parallel for schedule(dynamic) ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    x[0] += i;
  }
}
