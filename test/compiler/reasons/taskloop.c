// taskloop is divided by libomp.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_taskloop(
void g(int);
void f(int n) {
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: the function holds a taskloop [-Rpass-missed=tactus]
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    g(i);
}
