// A reduction of one scalar with `+`. The serial slice combines with the original without an atomic or a lock; a task
// leaves its copy in its result area. The original itself is not handed to tasks.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_" --implicit-check-not=atomicrmw
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// Two words of environment (n and x); the flags say leaf and reduction.
// CHECK: @tactus.loop = internal global {{.*}} i32 {{[0-9]+}}, i32 1, i32 2, i32 11,
// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @tactus_join(ptr %tactus.slot) {{.*}}[ "deopt"() ]
// CHECK: call void @tactus_combine(ptr %tactus.slot, ptr %{{.*}}, ptr @f.omp_outlined.omp.reduction.reduction_func)
// CHECK-LABEL: define internal void @f.run(
// CHECK: call void @f.slice(i64 %0, i64 %1, ptr %3, i64 0, {{.*}}ptr null{{.*}}) [ "deopt"() ]
double f(int n, const double *x) {
  double s = 1;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
