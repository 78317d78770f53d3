// Tasks of a strand share a copy; one that uses it beside tasks of its own, or hands it to code that may, holds it.
// RUN: %raw %s | %convert | FileCheck %s
int g(int);
long total;
void leaf(long *);

// CHECK-LABEL: define {{.*}}@.omp_task_entry.
// CHECK: call ptr @tactus_reduction_hold(
// CHECK: call void @tactus_reduction_release(
// CHECK-NEXT: ret
void handed(void) {
#pragma omp task in_reduction(+ : total)
  leaf(&total);
}

// CHECK-LABEL: define {{.*}}@.omp_task_entry.
// CHECK: call ptr @tactus_reduction_find(
// CHECK-NOT: tactus_reduction_release
// CHECK: ret
void before(void) {
#pragma omp task in_reduction(+ : total)
  {
    total += g(1);
#pragma omp task in_reduction(+ : total)
    total += g(2);
#pragma omp task in_reduction(+ : total)
    total += g(3);
#pragma omp taskwait
    total += g(4);
  }
}

// CHECK-LABEL: define {{.*}}@.omp_task_entry{{.*}}
// CHECK: call ptr @tactus_reduction_hold(
void beside(void) {
#pragma omp task in_reduction(+ : total)
  {
#pragma omp task in_reduction(+ : total)
    total += g(2);
    total += g(3);
  }
}
