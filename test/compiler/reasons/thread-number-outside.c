// A thread number that is asked for outside of the loop does not concern it.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call void @f.slice(
int omp_get_thread_num(void);
void f(int n, int *x) {
  int self = omp_get_thread_num();
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = self;
}
