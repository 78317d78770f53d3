// Where the code around an inner loop calls into the program, here for private copies of a class, it must not run twice:
// the nest calls the slice itself. Nor is there anything to gain for a loop that is not in a nest, or not innermost.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.serial

struct Counter {
  long value;
  Counter();
  Counter(const Counter &);
  ~Counter();
};

// CHECK: define internal void @_Z1flPdR7Counter.slice
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
