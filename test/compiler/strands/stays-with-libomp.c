// Tasks, teams and doacross loops are libomp's; a module with such regions says what that means for others.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_team_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
void other(int);
_Thread_local int local;

// CHECK: @tactus.use = private constant i32 7
// CHECK: define {{.*}}void @tactus.note_libomp_use.7()
// CHECK: call void @tactus_note_libomp_use(ptr @tactus.use)
void tasks(int *x) {
  // REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp:
#pragma omp parallel
  {
    x[omp_get_thread_num()] = local;
#pragma omp single
#pragma omp task depend(out : x[0])
    other(x[0]);
  }
}

void across(int n, int *x) {
  // REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the loop is ordered
#pragma omp parallel for ordered(1)
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    x[i] += x[i - 1];
#pragma omp ordered depend(source)
  }
}
