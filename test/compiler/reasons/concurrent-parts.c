// Without a barrier, other threads may be at a later part of a region meanwhile. What a part calls in other files may wait for
// it. A barrier, or the same thread for both parts, says that nobody is there. Else the region asks what the other files say,
// where its calls have names, and no other role is beside the part.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

void update(int *x);

// CHECK-DAG: @tactus.calls.update = extern_weak hidden constant i8
// CHECK-DAG: @[[CALLEES:tactus.callees[.0-9]*]] = private constant [1 x ptr] [ptr @tactus.calls.update]
// CHECK-DAG: @[[CALLS:tactus.calls[.0-9]*]] = private constant { i32, i32, ptr } { i32 0, i32 1, ptr @[[CALLEES]] }
// CHECK-DAG: @[[QUESTION:tactus.question[.0-9]*]] = internal global { ptr, i32, i32 } { ptr @[[CALLS]], i32 0, i32 0 }
// CHECK-DAG: @[[NAMED:tactus.callees[.0-9]*]] = private constant [1 x ptr] [ptr @tactus.calls.named]
// CHECK-DAG: @[[QUIET:tactus.calls[.0-9]*]] = private constant { i32, i32, ptr } { i32 2, i32 1, ptr @[[NAMED]] }
// CHECK-LABEL: define {{.*}}void @no_barrier(
// CHECK: %[[ANSWER:.*]] = call i32 @tactus_callees_return(ptr @[[QUESTION]])
// CHECK: icmp ne i32 %[[ANSWER]], 0
// CHECK-NOT: @tactus_team_phases(
// CHECK: call i32 @tactus_team_fork(
// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region converted: one strand runs it, and its loops are latent, unless a callee is in the way [-Rpass=tactus]
void no_barrier(int n, int *x) {
#pragma omp parallel
  {
#pragma omp single nowait
    update(x);
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}

// What is called through a pointer has no name.
// CHECK-LABEL: define {{.*}}void @pointer(
// CHECK-NOT: @tactus_callees_return(
// CHECK: call i32 @tactus_team_fork(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region runs as strands: a part of the region calls code of another file, which may wait for a later part that other threads are at [-Rpass-missed=tactus]
void pointer(int n, int *x, void (*function)(int *)) {
#pragma omp parallel
  {
#pragma omp master
    function(x);
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}

// Two singles would be executed at the same time.
// CHECK-LABEL: define {{.*}}void @beside(
// CHECK-NOT: @tactus_callees_return(
// CHECK: call i32 @tactus_team_phases(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region runs in phases unless a callee is in the way: a part of the region calls code of another file, which may wait for a later part that other threads are at [-Rpass-missed=tactus]
void beside(int n, int *x) {
#pragma omp parallel
  {
#pragma omp single nowait
    update(x);
#pragma omp single nowait
    update(x + 1);
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}

// What this file shows is not asked for, and asks nobody: here, for the thread's number.
int omp_get_num_threads(void);
static void seen(int *x) { *x = omp_get_num_threads(); }
// CHECK-LABEL: define {{.*}}void @all_seen(
// CHECK-NOT: @tactus_callees_return(
// CHECK-NOT: call {{.*}}@__kmpc_fork_call(
// CHECK-LABEL: define {{.*}}void @loops(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region converted: one strand runs it, and its loops are latent [-Rpass=tactus]
void all_seen(int n, int *x, int *y) {
#pragma omp parallel
  {
#pragma omp master
    seen(x);
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i]++;
  }
}

// A loop around the call may wait for what the callee sees of others.
// CHECK: call i32 @tactus_callees_return(
int named(void);
void loops(int n, int *x) {
#pragma omp parallel
  {
#pragma omp single nowait
    while (!named())
      ;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}

// CHECK-LABEL: define {{.*}}void @barrier(
// CHECK-NOT: call {{.*}}@__kmpc_fork_call(
// CHECK-LABEL: define {{.*}}void @last(
// CHECK-NOT: call {{.*}}@__kmpc_fork_call(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region converted: one strand runs it, and its loops are latent
void barrier(int n, int *x) {
#pragma omp parallel
  {
#pragma omp single
    update(x);
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}

// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region converted: one strand runs it, and its loops are latent
void last(int n, int *x) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp master
    update(x);
#pragma omp master
    update(x + 1);
  }
}

// Two singles are executed by two threads. Where the same thread executes both, or after each other, one does for all.
// CHECK-LABEL: define {{.*}}void @singles(
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK-LABEL: define {{.*}}void @masters(
// CHECK-NOT: call {{.*}}@__kmpc_fork_call(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region runs in phases
void singles(int n, int *x, int *y) {
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 0; i < n; i++)
      x[i] = x[i / 2] + 1;
#pragma omp single
    for (int i = 0; i < n; i++)
      y[i] = y[i / 2] + 1;
  }
}

// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region converted: one thread runs it
void masters(int *x) {
#pragma omp parallel
  {
#pragma omp master
    update(x);
#pragma omp master
    update(x + 1);
  }
}
