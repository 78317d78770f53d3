// Where the code around an inner loop calls into the program, here for private copies of a class, it must not run twice:
// the nest calls the slice itself. Nor is there anything to gain for a loop that is not in a nest, or not innermost.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.serial
// Its slot is filled where the credit is used up, which is less often than once an outer loop, and is not hoisted.
// RUN: %tactus-clang++ -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=SLOT

struct Counter {
  long value;
  Counter();
  // Known not to ask OpenMP where it is, so that the loops have no records of their regions.
  __attribute__((noinline)) Counter(const Counter &other) : value(other.value) { asm volatile("" ::: "memory"); }
  __attribute__((noinline)) ~Counter() { asm volatile("" ::: "memory"); }
};

// CHECK: define internal void @_Z1flPdR7Counter.slice
// SLOT-LABEL: define internal {{.*}}@_Z1flPdR7Counter.slice(
// SLOT: %[[INNER:.*]] = alloca [9 x i64], align 8, !tactus.slot
// SLOT: call void @_ZN7CounterC2ERKS_(
// SLOT: call void @llvm.lifetime.start{{.*}}ptr nonnull %[[INNER]])
// SLOT: store ptr @tactus.loop{{[.0-9]*}}, ptr %[[INNER]]
// SLOT: define
void f(long n, double *x, Counter &counter) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    Counter copy(counter);
#pragma omp parallel for firstprivate(copy)
    for (long k = 0; k < n; k++)
      x[i * n + k] += copy.value;
  }
}

// CHECK: define internal void @_Z1glPd.slice
void g(long n, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] *= 2;
}
