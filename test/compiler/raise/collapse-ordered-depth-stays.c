// `ordered(2)` looks like a collapse but is a doacross loop, whose iterations wait for each other.
// RUN: %raw -fopenmp-version=52 %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks -fopenmp-version=52 %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call void {{.*}}@__kmpc_fork_call(
void f(int n, int m, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the loop is ordered [-Rpass-missed=tactus]
#pragma omp parallel for ordered(2)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
#pragma omp ordered doacross(sink : i - 1, j)
      x[i * m + j] += x[(i - 1) * m + j];
#pragma omp ordered doacross(source :)
    }
}
