// What follows would release a lock on another thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{= invoke |  invoke }}"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
static int w(int i) { return i * 3; }
int sum;
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @tactus.__kmpc_critical(
// CHECK: call i32 @w(
// CHECK: call void @tactus.__kmpc_end_critical(
void f(int n) {
#pragma omp critical
  {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: task executed where it is created: it is created where a lock is held [-Rpass-missed=tactus]
#pragma omp task shared(n)
    n = w(n);
    sum += w(1);
  }
}
