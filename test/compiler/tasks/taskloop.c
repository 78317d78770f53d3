// A taskloop is a call of libtactus with the task's record in the frame.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: @tactus.loop = internal global {{.*}} @tactus_taskloop_run, {{.*}} i32 1, i32 4,
// CHECK: @tactus.taskloop = internal constant {{.*}} { ptr @tactus.loop, ptr @.omp_task_entry., ptr null, ptr null, i64
void g(int);
// CHECK-LABEL: define {{.*}}@f(
// CHECK-NOT: call {{.*}}@__kmpc_taskloop
// CHECK: call void @tactus_taskloop(ptr @tactus.taskloop, ptr {{.*}}, i32 1, i32 1, i32 1, i64 16)
// REMARK: :[[@LINE+2]]:1: remark: taskloop converted: a loop that may be promoted [-Rpass=tactus]
void f(int n) {
#pragma omp taskloop grainsize(16)
  for (int i = 0; i < n; i++)
    g(i);
}
