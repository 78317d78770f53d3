// What follows may throw out of the function: no part of it runs elsewhere.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK
int w(int i) noexcept;
int *make(int n);
static int *thrower(int n) { if (n == 3) throw n; return nullptr; }
// CHECK-LABEL: define {{.*}}@_Z1fi(
void f(int n) {
  int a;
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: task executed where it is created: what follows may throw out of the function [-Rpass-missed=tactus]
#pragma omp task shared(a)
  a = w(n);
  thrower(n);
#pragma omp taskwait
}
