// Where a macro writes the region and the loop, both have one place: what stands between them is then not told from what
// their clauses ask for, unless it writes shared memory.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

#define COUNTED_LOOP(n, x)                                                                                             \
  _Pragma("omp parallel") {                                                                                            \
    _Pragma("omp atomic") x[n]++;                                                                                      \
    _Pragma("omp for") for (int i = 0; i < n; i++) x[i]++;                                                             \
  }

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:3: remark: parallel region runs in phases: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
  COUNTED_LOOP(n, x)
}
