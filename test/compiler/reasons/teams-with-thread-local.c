// Teams of libomp's have a thread each, with thread-local variables of its own: the construct stays there, with what is in it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice --implicit-check-not=tactus_league_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
_Thread_local int local;

// CHECK: call {{.*}}@__kmpc_fork_teams(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: teams left to libomp: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp teams
  {
    local++;
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the loop belongs to a teams or distribute construct [-Rpass-missed=tactus]
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
