// The slot of a loop in a loop is filled before the outer loop: in there, it gets its bound and what changes there.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.slice(
// CHECK: %[[INNER:.*]] = alloca [9 x i64], align 8, !tactus.slot
// CHECK: %[[OUTER:.*]] = alloca [9 x i64], align 8, !tactus.slot
// CHECK-NOT: llvm.lifetime
// CHECK: store ptr @tactus.loop{{[.0-9]*}}, ptr %[[OUTER]]
// CHECK: store ptr @tactus.loop{{[.0-9]*}}, ptr %[[INNER]]
// CHECK: %[[JOIN:.*]] = getelementptr inbounds i8, ptr %[[INNER]], i64 16
// CHECK: store volatile ptr null, ptr %[[JOIN]]
// The outer loop: the bound, and the captured i.
// CHECK: phi i64
// CHECK-NOT: llvm.lifetime{{.*}} %[[INNER]])
// CHECK-NOT: store {{.*}}ptr
// CHECK: store volatile i64 %{{.*}}, ptr %{{.*}}
// CHECK-NEXT: store i64 %{{.*}}, ptr %{{.*}}
// CHECK-NOT: store ptr
// CHECK-LABEL: define internal {{.*}}@f.run(
void f(long n, const long *rows, const long *starts, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp parallel for
    for (long j = rows[i]; j < rows[i + 1]; j++) {
#pragma omp parallel for
      for (long k = starts[j]; k < starts[j + 1]; k++)
        x[k] *= i;
    }
  }
}
