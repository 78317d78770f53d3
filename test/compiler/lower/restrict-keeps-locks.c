// What a lock guards is read again after the lock is taken, although it is accessed through a restrict pointer only:
// other threads do so as well. An argument with noalias would say that the lock cannot reach it.
// RUN: %tactus-clang -fopenmp -O3 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.region
// CHECK: call void @takeLock()
// CHECK: load double, ptr %sum
// CHECK: store double {{.*}}, ptr %sum
// CHECK-NEXT: call void @releaseLock()
void takeLock(void);
void releaseLock(void);

void f(int n, double *restrict sum, const double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    takeLock();
    *sum += y[i];
    releaseLock();
  }
}
