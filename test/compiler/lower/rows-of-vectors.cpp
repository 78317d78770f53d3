// Arrays that are captured by reference, and read through small functions, cost a nest over short rows nothing: their
// addresses are loaded before the nest, and again after a call that may have changed them, and rows are paid for
// together (row-batches.c).
// RUN: %tactus-clang++ -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

template <typename T> struct Vector {
  T *begin, *end;
  T &operator[](long i) const { return *at(i); }
  T *at(long i) const { return begin + i; }
};

// CHECK-LABEL: define internal {{.*}}@_Z6sparse{{.*}}.slice(
// CHECK: load ptr, ptr %[[X:[0-9]+]], align 8
// CHECK: %{{.*}} = {{.*}}call i64 @llvm.umin.i64(i64 %{{.*}}, i64 64)
// CHECK: br i1 %{{.*}}, label %[[ROWS:[0-9]*]], label
// CHECK: [[ROWS]]:
// CHECK-NEXT: br label %[[COPY:[0-9]*]]
// The call that may run anything of the program:
// CHECK: call {{.*}}@_Z6sparse{{.*}}.slice.
// CHECK: load ptr, ptr
// In rows that are paid for, nothing is loaded but what the rows hold.
// CHECK: [[COPY]]:
// CHECK-NOT: load ptr
// CHECK-LABEL: define internal {{.*}}@_Z6sparse{{.*}}.run(
void sparse(long n, const Vector<long> &starts, const Vector<double> &x, Vector<double> &y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] = sum;
  }
}

// What the nest writes itself is loaded in each row: a pointer to long, as the starts have one.
// CHECK-LABEL: define internal {{.*}}@_Z7written{{.*}}.slice(
// CHECK-NOT: @llvm.umin.i64(i64 %{{.*}}, i64 64)
// CHECK-LABEL: define internal {{.*}}@_Z7written{{.*}}.run(
void written(long n, Vector<long> &starts, const Vector<double> &x, Vector<long *> &y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] = &starts[static_cast<long>(sum)];
  }
}

// CHECK-LABEL: define internal {{.*}}@_Z6copied{{.*}}.slice(
// CHECK-NOT: @llvm.umin.i64(i64 %{{.*}}, i64 64)
// CHECK-LABEL: define internal {{.*}}@_Z6copied{{.*}}.run(
void copied(long n, Vector<long> &starts, const Vector<double> &x, char *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    __builtin_memcpy(y + 64 * i, &sum, sizeof sum);
  }
}

// A function that writes is not called twice: the nest keeps the loop that is polled, and its join.
long calls;
struct Counting {
  long *begin;
  long operator[](long i) const {
    ++calls;
    return begin[i];
  }
};
// CHECK-LABEL: define internal {{.*}}@_Z8counting{{.*}}.slice(
// CHECK: @tactus_combine(
// CHECK-LABEL: define internal {{.*}}@_Z8counting{{.*}}.run(
void counting(long n, const Counting &starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] = sum;
  }
}
