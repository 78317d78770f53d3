// A task's place, for counters and traces, is its own line, also where debug information puts the region's body into
// another function.
// RUN: %tactus-clang -fopenmp -O1 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %tactus-clang -fopenmp -O1 -g -S -emit-llvm -o - %s | FileCheck %s
// RUN: %remarks -g %s 2>&1 | FileCheck %s --check-prefix=REMARK
int w(int);
// CHECK-DAG: c"f.omp_outlined\00"
// CHECK-DAG: @tactus.fork.{{.*}} { ptr @f.omp_outlined.rest{{[.0-9]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}, i32 15, i32 1,
// CHECK-DAG: @tactus.fork.{{.*}} { ptr @f.omp_outlined.rest{{[.0-9]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}, i32 18, i32 1,
void f(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task
    w(i);
// REMARK-DAG: :[[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task
    {
      w(i);
      w(i + 1);
    }
  }
}
