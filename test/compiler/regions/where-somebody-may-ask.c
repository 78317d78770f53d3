// A region has a record where code of another file, a pointer or a query visible here may ask about it, and nowhere else.
// RUN: %raw %s | %convert | FileCheck %s
#include <math.h>
#include <stdio.h>
int omp_get_max_threads(void);
void unknown(void);
static void calls(void) { unknown(); }

// CHECK-LABEL: define {{.*}}@nobody(
// CHECK: call void @nobody.slice(
void nobody(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] = sin(x[i]);
    if (x[i] > 2)
      printf("%g\n", x[i]);
  }
}

// CHECK-LABEL: define {{.*}}@otherFile(
// CHECK: call void @otherFile.region(
void otherFile(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    calls();
}

// CHECK-LABEL: define {{.*}}@pointer(
// CHECK: call void @pointer.region(
void pointer(int n, void (*f)(int)) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    f(i);
}

// CHECK-LABEL: define {{.*}}@visible(
// CHECK: call void @visible.region(
void visible(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = omp_get_max_threads();
}

// The outer loop's code asks as well, if that of the inner one does.
// CHECK-LABEL: define {{.*}}@nest(
// CHECK: call void @nest.region(
void nest(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      unknown();
  }
}

// CHECK-LABEL: define internal void @otherFile.region(
// CHECK-SAME: i64 %{{.*}}, i64 %{{.*}}, ptr %{{.*}}, i64 %[[THREADS:[a-z0-9]+]],
// CHECK: [[RECORD:%.*]] = alloca [{{[0-9]+}} x i64]
// CHECK: [[END:%.*]] = call ptr @llvm.addressofreturnaddress
// CHECK: call void @tactus_region_enter(ptr [[RECORD]], i64 %[[THREADS]], ptr [[END]])
// CHECK: call void @otherFile.slice(i64 {{.*}}) [ "deopt"() ]
// CHECK: call void @tactus_region_leave(ptr [[RECORD]])
