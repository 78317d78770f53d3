// threadprivate is not private: each thread keeps its copy from region to region, so the thread matters.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int counter;
#pragma omp threadprivate(counter)

// CHECK: call void {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = counter++;
}
