// A region that libomp runs asks how many threads it has; one with a clause hands that on.
// RUN: %raw %s | %convert | FileCheck %s
void g(void);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: [[OWN:%.*]] = call i32 @tactus_region_threads(i32 0)
// CHECK: call void @__kmpc_push_num_threads(ptr {{.*}}, i32 %{{.*}}, i32 [[OWN]])
// CHECK-NEXT: @__kmpc_fork_call(
// CHECK: [[CLAUSE:%.*]] = call i32 @tactus_region_threads(i32 3)
// CHECK: call void @__kmpc_push_num_threads(ptr {{.*}}, i32 %{{.*}}, i32 [[CLAUSE]])
// CHECK: @__kmpc_fork_call(
void f(void) {
#pragma omp parallel
  g();
#pragma omp parallel num_threads(3)
  g();
}
