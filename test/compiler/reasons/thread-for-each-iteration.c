// With as many threads as iterations, each may have a part that waits for another's. What is called in other files is
// not known.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'

void play(int role);

// CHECK-LABEL: define {{.*}}void @unknown(
// CHECK: call {{.*}}@__kmpc_fork_call(
void unknown(void) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases unless a callee is in the way: each iteration has a thread of its own and calls code of another file, which may wait for another one [-Rpass-missed=tactus]
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; i++)
    play(i);
}

// CHECK-LABEL: define {{.*}}void @known(
// CHECK-NOT: call {{.*}}@__kmpc_fork_call(
// CHECK: ret void
void known(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 1000; k++)
      x[1000 * i + k]++;
}

// CHECK-LABEL: define {{.*}}void @moreIterations(
// CHECK: call {{.*}}@moreIterations.region(
void moreIterations(void) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 5; i++)
    play(i);
}

// How many threads there are, or iterations, only the run knows: there are both versions, and one remark.
// CHECK-LABEL: define {{.*}}void @unknownThreads(
// CHECK: call i32 @tactus_has_thread_for_each(i64 4, i32 %
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK: call {{.*}}@unknownThreads.region(
void unknownThreads(int n) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for num_threads(n)
  for (int i = 0; i < 4; i++)
    play(i);
}

// CHECK-LABEL: define {{.*}}void @unknownIterations(
// CHECK: call i32 @tactus_has_thread_for_each(i64 {{%[^,]*}}, i32 0)
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK: call {{.*}}@unknownIterations.region(
void unknownIterations(int n) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    play(i);
}

// Nested loops have one thread.
// CHECK-LABEL: define {{.*}}void @nested(
// CHECK: call i32 @tactus_has_thread_for_each(
// CHECK-NOT: call i32 @tactus_has_thread_for_each(
// CHECK-LABEL: define {{.*}}void @known2(
// CHECK-NOT: call i32 @tactus_has_thread_for_each(
// CHECK: ret void
void nested(int n, int m) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for
    for (int k = 0; k < m; k++)
      play(i + k);
  }
}
void known2(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
