// A slot that is filled only where the credit is used up is filled there. (The inner loop has no serial copy: its code
// must not run twice.)
// RUN: %tactus-clang++ -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

struct Counter {
  long value;
  Counter();
  Counter(const Counter &);
  ~Counter();
};

// CHECK-LABEL: define internal {{.*}}@_Z1flPdR7Counter.slice(
// CHECK: %[[INNER:.*]] = alloca [9 x i64], align 8, !tactus.slot
// CHECK: invoke void @_ZN7CounterC1ERKS_(
// CHECK: call void @llvm.lifetime.start{{.*}}ptr nonnull %[[INNER]])
// CHECK: store ptr @tactus.loop{{[.0-9]*}}, ptr %[[INNER]]
// CHECK: define
void f(long n, double *x, Counter &counter) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    Counter copy(counter);
#pragma omp parallel for firstprivate(copy)
    for (long k = 0; k < n; k++)
      x[i * n + k] += copy.value;
  }
}
