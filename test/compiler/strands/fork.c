// A region whose threads matter: a team of strands runs it, or libomp where libtactus says so. Clauses for libomp go
// with its fork, and libomp is not asked for the thread's number before.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
void other(int);
extern _Thread_local int local;

// CHECK: @tactus_team_member = external thread_local(initialexec) global ptr

// CHECK-LABEL: define {{.*}}@f(
// CHECK-NOT: __kmpc_global_thread_num
// CHECK: %tactus.environment = alloca { ptr }
// CHECK-NOT: __kmpc_global_thread_num
// CHECK: [[RAN:%[0-9]+]] = call i32 @tactus_team_fork(ptr @f.omp_outlined.strand, ptr %tactus.environment, i32 4, i32 2)
// CHECK: [[NOT:%[0-9]+]] = icmp eq i32 [[RAN]], 0
// CHECK: br i1 [[NOT]], label %[[LIBOMP:[0-9a-z.]+]], label
// CHECK: [[LIBOMP]]:
// CHECK: call void @__kmpc_push_num_threads(
// CHECK: call void {{.*}}@__kmpc_fork_call({{.*}}@f.omp_outlined.libomp
void f(int *x) {
  // REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases unless a callee is in the way: the parallel region holds no worksharing loop
#pragma omp parallel num_threads(4)
  {
    x[omp_get_thread_num()]++;
    other(1);
#pragma omp barrier
    x[omp_get_thread_num()]++;
  }
}

// What may reach thread-local variables, here or in another file.
// CHECK-LABEL: define {{.*}}@g(
// CHECK: call i32 @tactus_team_fork(ptr @g.omp_outlined.strand, {{.*}}, i32 0, i32 3)
void g(void) {
#pragma omp parallel
  {
    other(local);
#pragma omp critical
    other(2);
  }
}

// CHECK-LABEL: define internal void @f.omp_outlined.strand(ptr %0, i32 %1)
// CHECK-NOT: __kmpc_global_thread_num
// CHECK: store i32 %1, ptr [[NUMBER:%[0-9]+]]
// CHECK: call void @f.omp_outlined(ptr [[NUMBER]],

// A lock needs no number of libomp's.
// CHECK-LABEL: define internal void @g.omp_outlined.strand(
// CHECK-NOT: __kmpc_global_thread_num
// CHECK: store i32 %1, ptr

// CHECK-LABEL: define {{.*}}hidden void @tactus.__kmpc_barrier(
// CHECK: [[MEMBER:%[0-9]+]] = load ptr, ptr {{.*}}
// CHECK: icmp eq ptr [[MEMBER]], null
// CHECK-DAG: call void @tactus_team_barrier(
// CHECK-DAG: call void @__kmpc_barrier(
