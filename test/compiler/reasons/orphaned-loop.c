// A loop in a function belongs to the region that calls it. A converted region has a copy of it, which is latent; the
// function itself is for regions by threads.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// REMARK: :[[@LINE+5]]:1: remark: loop belongs to its caller's region: the loop is orphaned, its threads are those of the region that its function is called from [-Rpass-missed=tactus]
// REMARK: :[[@LINE+4]]:1: remark: parallel loop converted
// CHECK-LABEL: define {{.*}}void @smooth(
// CHECK: call void @tactus.__kmpc_for_static_init_4(
void smooth(int n, double *to, const double *from) {
#pragma omp for
  for (int i = 1; i < n; i++)
    to[i] = from[i - 1] + from[i];
}
// CHECK-LABEL: define {{.*}}void @steps(
// CHECK: call void @steps.slice
void steps(int n, double *a, double *b) {
#pragma omp parallel
  for (int step = 0; step < 5; step++)
    smooth(n, a, b);
}
