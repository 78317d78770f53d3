// Code that was copied forks the microtask of the original. Each fork gets a microtask of its own, and is converted.
// RUN: %raw %s | sed 's/^\(.*call void .*@__kmpc_fork_call.*@f.omp_outlined.*\)$/\1\n\1/' > %t.ll
// RUN: %convert -pass-remarks=tactus %t.ll -o - 2> %t.remarks | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_fork_call"
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK-DAG: define internal {{.*}}@f.slice(
// CHECK-DAG: define internal {{.*}}@f.slice.{{[0-9]+}}(
// REMARK: :[[@LINE+3]]:1: parallel loop converted
// REMARK-NOT: parallel loop
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}
