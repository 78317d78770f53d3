// A `for` alone in a `parallel` is a parallel loop. The remark stands at the loop.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
void f(int n, double *x) {
#pragma omp parallel
  {
    // Variables of the thread's own are no code that others could notice.
    double factor = 2;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= factor;
  }
}
