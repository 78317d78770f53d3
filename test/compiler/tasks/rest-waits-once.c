// Where a function waits for libomp's tasks as well, its copy for rests asks once for the first branches: libomp's wait
// stands behind the function's own.
// RUN: %raw %s | %convert | FileCheck %s
int w(int i);
static void settle(int *a) {
  *a += 1;
#pragma omp taskwait
  *a += 1;
}
// CHECK-LABEL: define {{.*}}@settle.in_rest(
// CHECK: call void @tactus_wait_for_first_branches(
// CHECK-NOT: call void @tactus_wait_for_first_branches(
// CHECK: call i32 @tactus.__kmpc_omp_taskwait(
// CHECK-NOT: call void @tactus_wait_for_first_branches(
// CHECK-LABEL: define {{.*}}@f.rest(
int f(int n) {
  int a, b = n;
#pragma omp task shared(a)
  a = w(n);
  settle(&b);
#pragma omp taskwait
  return a + b;
}
