// The limit belongs to the region that it precedes: a region that stays on libomp keeps its own, and the loop behind it
// gets none.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: [[THREADS:%.*]] = call i32 @tactus_region_threads(i32 3)
// CHECK: call void @__kmpc_push_num_threads(ptr @{{.*}}, i32 %{{.*}}, i32 [[THREADS]])
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK-NOT: push_num_threads
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
void g(void);
void f(int n, double *x) {
#pragma omp parallel num_threads(3)
  g();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
