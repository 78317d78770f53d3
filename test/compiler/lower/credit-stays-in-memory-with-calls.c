// A call that is not cold may poll, so the credit is in memory for it; having it in a register meanwhile would only add
// moves.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.region(
// CHECK: call void @g(
// CHECK: %[[CREDIT:[0-9]+]] = {{.*}}call {{.*}}@llvm.threadlocal.address.p0(ptr {{.*}}@tactus_credit)
// CHECK: load i64, ptr %[[CREDIT]]
// CHECK: store i64 %{{.*}}, ptr %[[CREDIT]]
// CHECK: br i1
void g(long i);
void f(long n, const long *starts, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    g(i);
#pragma omp parallel for
    for (long k = starts[i]; k < starts[i + 1]; k++)
      x[k] *= 2;
  }
}
