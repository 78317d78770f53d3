// A shared variable that the region writes is the same for all tasks: its address is passed.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}i32 @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, {{.*}}ptr %found
int f(int n, const int *x) {
  int found = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i])
#pragma omp atomic write
      found = 1;
  return found;
}
