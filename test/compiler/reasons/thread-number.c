// Iterations that know who runs them: tasks would change the answer.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-COUNT-4: call {{.*}}@__kmpc_fork_call(
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_level(void);
int omp_in_parallel(void);
void number(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = omp_get_thread_num();
}
void team(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = omp_get_num_threads();
}
void level(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = omp_get_level();
}
void inParallel(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the loop asks for its thread number, team size or nesting level [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = omp_in_parallel();
}
