// A region that calls functions of other files may run in phases or as strands, which their records decide. A function that
// other files may call has such a record, if it keeps the rules of phases itself.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=NONE
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
void start(int);
int clocks(void);
int clock_gettime(int, void *);

// CHECK-DAG: @tactus.callees{{.*}} = private constant [1 x ptr] [ptr @tactus.calls.start]
// CHECK-DAG: @[[CALLS:tactus.calls[.0-9]*]] = private constant { i32, i32, ptr } { i32 0, i32 1, ptr @tactus.callees{{.*}} }
// CHECK-DAG: @region.omp_outlined.phased = internal global {{.*}}, ptr @[[CALLS]], i32 0, i32 0 }
// CHECK-DAG: @tactus.calls.start = extern_weak hidden constant i8
// CHECK-DAG: @tactus.calls.plain = hidden constant { i32, i32, ptr } zeroinitializer
// CHECK-DAG: @tactus.calls.reads = hidden constant { i32, i32, ptr } { i32 1, i32 0, ptr null }
// CHECK-DAG: @tactus.calls.asks = hidden constant { i32, i32, ptr } { i32 2, i32 1, ptr @tactus.callees
// CHECK-DAG: @tactus.calls.counts = hidden constant { i32, i32, ptr } { i32 2, i32 1, ptr @tactus.callees
// NONE-NOT: @tactus.calls.region =
// NONE-NOT: @tactus.calls.{{meets|weak|local|pointer|locks|shares|waits}} =

// CHECK-LABEL: define {{.*}}@region(
// CHECK: call i32 @tactus_team_phases(
// CHECK: call i32 @tactus_team_fork(
// CHECK: call void {{.*}}@__kmpc_fork_call(
// REMARK: :[[@LINE+2]]:1: remark: parallel region runs in phases unless a callee is in the way: the parallel region holds no worksharing loop
void region(int *x) {
#pragma omp parallel
  {
    start(1);
    x[omp_get_thread_num()]++;
  }
}
void plain(int *x) {
  long time[2];
  clock_gettime(1, time);
  *x = omp_get_thread_num() + (int)time[0];
}
int reads(int *x) { return __atomic_load_n(x, __ATOMIC_ACQUIRE); }
void asks(void) { while (!clocks()); }
void counts(int n) {
  for (int i = 0; i < n; i++)
    start(i);
}
void meets(void) {
#pragma omp barrier
}
__attribute__((weak)) void weak(int *x) { *x = 1; }
extern _Thread_local int own;
void local(void) { own++; }
void pointer(void (*f)(void)) { f(); }
void omp_set_lock(void *);
void locks(void *lock) { omp_set_lock(lock); }
void shares(int *x, int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i]++;
}
void waits(int *x) { while (!__atomic_load_n(x, __ATOMIC_ACQUIRE)); }
