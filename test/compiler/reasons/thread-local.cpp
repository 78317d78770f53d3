// thread_local and __thread, defined here or elsewhere; the latter through the wrapper that C++ calls.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'
static thread_local int own;
extern thread_local int foreign;
extern __thread int plain;

// CHECK-COUNT-3: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = own++;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = foreign++;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = plain++;
}
