// A taskloop with a reduction: its group reduces, and its record names the group.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{call .*__kmpc_task_?red}}"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @tactus_reduction_begin(
// CHECK: call void @tactus_taskloop(
// CHECK: call void @tactus_reduction_end(
// CHECK: call ptr @tactus_reduction_find(
long f(int n) {
  long sum = 0;
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: taskloop converted: a loop that may be promoted
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
