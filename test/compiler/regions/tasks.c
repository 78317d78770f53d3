// The same for tasks, and for regions that one thread runs.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=RECORD
void unknown(int);

// CHECK-LABEL: define {{.*}}@known(
// CHECK-NOT: task_enter
// CHECK: ret i32
int known(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = known(n - 1);
  b = known(n - 2);
#pragma omp taskwait
  return a + b;
}

// CHECK-LABEL: define {{.*}}@region(
// CHECK: call void @region.omp_outlined.region(i64 0,
void region(int n) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    unknown(n);
    unknown(1);
  }
}
// RECORD: define internal void @region.omp_outlined.region(
// RECORD: call void @tactus_region_enter(ptr %tactus.region, i64 %0,
// RECORD: call void @region.omp_outlined(
// RECORD: call void @tactus_region_leave(ptr %tactus.region)
// RECORD: define internal {{.*}}i32 @.omp_task_entry.{{.*}}record(
// RECORD: call void @tactus_task_enter(ptr %tactus.region,
// RECORD: call i32 @.omp_task_entry.
// RECORD: call void @tactus_region_leave(ptr %tactus.region)
