// Clang asks for the thread number on behalf of the serial region. Nobody reads it any more, so the question, which
// starts libomp, should go with the calls that used it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 1,
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for if (n > 1000)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
