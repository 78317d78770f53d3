// Sections are a loop like any other, unless one may wait for another. What they call in other files is not known.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='{{remark: [^i]}}'

void produce(int *x);
void consume(int *x);

// CHECK-LABEL: define {{.*}}void @known(
// CHECK: call void @known.slice(
// CHECK-LABEL: define {{.*}}void @unknown(
// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: :[[@LINE+2]]:1: remark: parallel loop converted
void known(int n, int *x) {
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp section
    x[n] = 1;
  }
}
// REMARK: :[[@LINE+2]]:1: remark: parallel region runs in phases unless a callee is in the way: a section calls code of another file, which may wait for another section [-Rpass-missed=tactus]
void unknown(int *x) {
#pragma omp parallel sections
  {
#pragma omp section
    produce(x);
#pragma omp section
    consume(x);
  }
}
