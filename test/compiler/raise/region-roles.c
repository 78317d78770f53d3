// single, master and masked between a region's loops are entered by the one strand; copyprivate has nothing to do.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @roles(
// CHECK: call void @roles.slice
// CHECK: store i32 1,
// CHECK: store i32 2,
// CHECK: store i32 3,
// CHECK: call void @roles.slice
// REMARK: :[[@LINE+2]]:1: remark: parallel region converted: one strand runs it, and its loops are latent
void roles(int n, int *x, int *y) {
#pragma omp parallel
  {
    int k;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp single copyprivate(k)
    {
      y[0] = 1;
      k = x[5];
    }
#pragma omp master
    y[1] = 2;
#pragma omp masked
    y[2] = 3;
#pragma omp barrier
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      x[i] += k;
  }
}
