// The remark for a prefix sum names what the user wrote, and not the `master` that clang's code for it holds, nor its two
// loops. A region of the user's with the same calls is not taken for one.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=f.slice --implicit-check-not=separate.slice
// RUN: %remarks -fno-math-errno %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, int *x) {
  int sum = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the reduction has the task or inscan modifier [-Rpass-missed=tactus]
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    sum += x[i];
#pragma omp scan inclusive(sum)
    x[i] = sum;
  }
  return sum;
}

// CHECK: call {{.*}}@__kmpc_fork_call(
int separate(int n, int *x) {
  int sum = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the reduction has the task or inscan modifier [-Rpass-missed=tactus]
#pragma omp parallel
#pragma omp for schedule(dynamic) reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    x[i] = sum;
#pragma omp scan exclusive(sum)
    sum += x[i];
  }
  return sum;
}

double log2(double);

// CHECK: call void @own.slice
void own(int n, double *x) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] += 1;
#pragma omp master
    x[0] = log2(x[1]);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
  }
}
