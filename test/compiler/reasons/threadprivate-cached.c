// Without thread-local storage libomp keeps the copies, and clang asks it for them.
// RUN: %raw -fnoopenmp-use-tls %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks -fnoopenmp-use-tls %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
static int counter;
#pragma omp threadprivate(counter)

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = counter++;
}
