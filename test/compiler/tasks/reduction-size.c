// Where the size of a copy is known at run time only, clang's functions take it from a thread-local variable, which a
// thread that has run no task has not set. Ours take it as an argument.
// RUN: %raw %s | %convert | FileCheck %s
int g(int);
int count;

// CHECK-NOT: store {{.*}}@reduction_size
// CHECK: store ptr @.red_init{{.*}}.sized
// CHECK: store ptr @.red_comb{{.*}}.sized
// CHECK: call void @tactus_reduction_begin(ptr %{{.*}}, ptr %{{.*}}, i64 1, i64 0)
// CHECK: define internal void @.red_init{{.*}}.sized(ptr {{.*}}, ptr {{.*}}, i64 %[[BYTES:.*]])
// CHECK: udiv i64 %[[BYTES]], 8
// CHECK-NOT: load i64, {{.*}}reduction_size
// CHECK: define internal void @.red_comb{{.*}}.sized(
void f(double *values) {
#pragma omp taskgroup task_reduction(+ : values[2 : count])
  for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : values[2 : count])
    values[2 + i % count] += g(i);
  }
}
