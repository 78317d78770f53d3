// The function itself calls its tasks and asks nobody but libomp, if that has such tasks; its rest asks before each, and
// defers it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc_omp_task_with_deps"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK-NOT: tactus_tasks_issue
// CHECK: %[[scope:dependences[0-9]*]] = alloca ptr
// CHECK: store ptr null, ptr %[[scope]]
// CHECK: load atomic i32, ptr @tactus_libomp_dependences monotonic
// CHECK: call void @tactus.__kmpc_omp_taskwait_deps_51(
// CHECK: ret void

// CHECK-LABEL: define {{.*}}void @f.rest(
// CHECK: %[[words:.*]] = call ptr @tactus_tasks_issue(ptr %{{.*}}, ptr %{{.*}}, i64 2, ptr @{{tactus.fork.*}})
// CHECK: icmp ne ptr %[[words]], null
// CHECK: call void @tactus_tasks_defer(ptr %{{.*}}, ptr %[[words]])

// CHECK-LABEL: define {{.*}}void @f.deferred(
// CHECK: call {{.*}}@.omp_task_entry.
void g(int *x);
void f(int *x, int n) {
  for (int i = 1; i < n; i++) {
// REMARK: :[[@LINE+1]]:1: remark: task converted: a call that may be promoted [-Rpass=tactus]
#pragma omp task depend(in : x[i - 1]) depend(out : x[i])
    g(x + i);
  }
#pragma omp taskwait
}
