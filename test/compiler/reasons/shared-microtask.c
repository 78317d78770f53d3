// Clang gives each region a microtask of its own, of this file alone. One that other files may name stays as it is.
// RUN: %raw %s | sed 's/^define internal void @f.omp_outlined/define void @f.omp_outlined/' > %t.ll
// RUN: %convert -pass-remarks-missed=tactus %t.ll -o - 2> %t.remarks | FileCheck %s --implicit-check-not=.slice
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: parallel region runs in phases: the region's code is used in more than one place
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}
