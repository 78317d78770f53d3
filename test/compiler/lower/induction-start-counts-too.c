// A count from which two variables are made stays: starting elsewhere would add to the uses of one what it saves at the
// other's.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define {{.*}}@f.slice(
// CHECK: %[[K:[a-z0-9.]+]] = phi i64 [ %{{.*}}, %{{.*}} ], [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ]
// CHECK-DAG: %[[FIRST:[a-z0-9.]+]] = add {{.*}}i64 %[[K]], %
// CHECK-DAG: %[[SECOND:[a-z0-9.]+]] = add {{.*}}i64 %[[K]], %
// CHECK-DAG: sitofp i64 %[[FIRST]] to double
// CHECK-DAG: getelementptr inbounds {{(nuw )?}}double, ptr %{{.*}}, i64 %[[SECOND]]
// CHECK-DAG: %[[NEXT]] = add {{.*}}i64 %[[K]], 1
void f(long first, long last, long place, double *x) {
#pragma omp parallel for linear(place)
  for (long k = first; k < last; k++)
    x[place] = (double)k;
}
