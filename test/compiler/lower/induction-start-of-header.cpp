// A short loop of the header begins at the row's first entry as well, not at 0; loops of functions that have none of ours
// stay as clang has them.
// RUN: %tactus-clang++ -std=c++20 -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

extern "C" void multiply(long n, const long *starts, const double *x, const double *w, double *y) {
  tactus::parallel_for(0L, n, [=](long i) {
    y[i] = tactus::parallel_reduce(
        starts[2 * i], starts[2 * i + 1], 0.0, [=](long k) { return x[k] * w[k]; }, std::plus<>());
  });
}

// CHECK-LABEL: define {{.*}}@sequential(
// CHECK: %[[COUNT:count[.0-9]*]] = phi i64
// CHECK: add {{.*}}i64 %[[COUNT]], %start
extern "C" double sequential(long start, long length, const double *x, const double *w) {
  double sum = 0;
  for (long count = 0; count != length; ++count) {
    long k = count + start;
    sum += x[k] * w[k];
  }
  return sum;
}

// What runs the loop of multiply.
// CHECK-LABEL: define {{.*}}CanonicalLoop{{.*}}ForKind{{.*}}8multiply{{.*}}3runE
// CHECK: %[[START:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[END:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[K:[a-z0-9.]+]] = phi i64 [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ], [ %[[START]], %{{.*}} ]
// CHECK: getelementptr inbounds {{(nuw )?}}double, ptr %{{.*}}, i64 %[[K]]
// CHECK: %[[NEXT]] = add {{.*}}i64 %[[K]], 1
// CHECK: icmp eq i64 %[[NEXT]], %[[END]]
