// Regions in a teams construct, and in a target region without a device; the first is run in full by every team.
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int omp_get_thread_num(void);

void f(int n, int *x) {
  // REMARK-DAG: :[[@LINE+1]]:1: remark: teams converted:
#pragma omp teams
  {
    // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted:
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i]++;
    // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel region runs in phases:
#pragma omp parallel
    x[omp_get_thread_num()]++;
  }
}

void g(int n, int *x) {
  // REMARK-DAG: :[[@LINE+2]]:1: remark: teams converted:
  // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted:
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i]++;
}
