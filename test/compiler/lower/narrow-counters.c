// A counter of 32 bits that is an index, as in most programs, is one variable of 64 bits in the innermost loop, as in
// the sequential program: not a count beside it, and not an extension in each iteration.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@signed_counter.slice(
// CHECK: %[[K:[0-9]+]] = phi i64 [
// CHECK-NEXT: phi double
// CHECK-NEXT: getelementptr inbounds {{(nuw )?}}double, ptr %{{.*}}, i64 %[[K]]
// CHECK: %[[NEXT:[0-9]+]] = add {{(nuw )?}}nsw i64 %[[K]], 1
// CHECK: icmp eq i64 %[[NEXT]], %
// CHECK-LABEL: define internal {{.*}}@signed_counter.run(
double signed_counter(int begin, int end, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = begin; k < end; k++)
    sum += x[k] * y[k];
  return sum;
}

// CHECK-LABEL: define internal {{.*}}@unsigned_counter.slice(
// CHECK: %[[K:[0-9]+]] = phi i64 [
// CHECK-NEXT: phi double
// CHECK-NEXT: getelementptr inbounds {{(nuw )?}}double, ptr %{{.*}}, i64 %[[K]]
// CHECK: %[[NEXT:[0-9]+]] = add {{.*}}i64 %[[K]], 1
// CHECK: icmp eq i64 %[[NEXT]], %
// CHECK-LABEL: define internal {{.*}}@unsigned_counter.run(
double unsigned_counter(unsigned begin, unsigned end, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (unsigned k = begin; k < end; k++)
    sum += x[k] * y[k];
  return sum;
}
