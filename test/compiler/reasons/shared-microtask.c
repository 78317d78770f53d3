// Clang gives each region its own microtask. Code that comes from elsewhere may fork the same one twice: both stay.
// RUN: %raw %s | sed 's/^\(.*call void .*@__kmpc_fork_call.*\)$/\1\n\1/' > %t.ll
// RUN: %convert -pass-remarks-missed=tactus %t.ll -o - 2> %t.remarks | FileCheck %s --implicit-check-not=.slice
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK-COUNT-2: call {{.*}}@__kmpc_fork_call(
// REMARK-COUNT-2: parallel region runs in phases: the region's code is used in more than one place
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}
