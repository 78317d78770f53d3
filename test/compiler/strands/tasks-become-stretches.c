// Code that creates tasks in a region of threads becomes a function, which waits for them; its forks are marked as those in
// which nobody asks for his thread. What asks keeps the region on libomp, as it was.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
void other(int);
long compute(long);

// CHECK: @tactus.fork.{{.*}} i64 65 }
// CHECK-LABEL: define internal void @asks.omp_outlined(
// CHECK-NOT: tactus.stretch
// CHECK: call ptr @__kmpc_omp_task_alloc(
void asks(long *x, long *slots) {
  // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel region left to libomp: {{.*}}
#pragma omp parallel
  {
    slots[omp_get_thread_num()]++;
#pragma omp single
    for (int i = 0; i < 100; i++) {
      // REMARK-DAG: :[[@LINE+1]]:1: remark: task left to libomp: {{.*}}
#pragma omp task firstprivate(i)
      other(i);
    }
  }
}

// Tasks of a role and of every thread; the thread's own code stays in the region. Flags: task (1), unasked (64).
// CHECK-LABEL: define internal i32 @f.omp_outlined.phases(
// CHECK: call i32 @tactus.omp_get_thread_num(
// CHECK: call i32 @tactus.__kmpc_single(
// CHECK: call void @tactus.stretch{{.*}}(
// CHECK: call void @tactus.__kmpc_end_single(
// CHECK: ret i32 1
// CHECK: call void @tactus.stretch{{.*}}(
// CHECK-NOT: __kmpc_omp_task
// CHECK: ret i32 0
static long square(long value) { return value * value % 1000; }
void f(long *x, long *slots) {
  // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel region runs in phases
#pragma omp parallel
  {
    long *mine = slots + omp_get_thread_num();
#pragma omp single
    for (int i = 0; i < 100; i++) {
      // REMARK-DAG: :[[@LINE+1]]:1: remark: task converted
#pragma omp task firstprivate(i)
      x[i] = square(x[i]);
    }
    *mine += x[0];
#pragma omp task
    *mine += square(*mine);
#pragma omp taskwait
    *mine += x[1];
  }
}
