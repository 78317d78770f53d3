// Without a barrier, other threads may be at a later part of a region meanwhile. What a part calls in other files may wait for
// it. A barrier, or the same thread for both parts, says that nobody is there.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

void update(int *x);

// CHECK-LABEL: define {{.*}}void @no_barrier(
// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK-DAG: :[[@LINE+2]]:1: remark: parallel region runs in phases unless a callee is in the way: a part of the region calls code of another file, which may wait for a later part that other threads are at [-Rpass-missed=tactus]
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
