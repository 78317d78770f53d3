// A group that reduces: begun behind its beginning, ended behind its sync, with room for small copies; tasks ask for
// theirs by group and address.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{call .*__kmpc_task_?red}}"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int g(int);

// CHECK-LABEL: define {{.*}}@f(
// CHECK: %[[GROUP:.*]] = alloca [[[#WORDS:]] x i64]
// CHECK: call void @tactus_reduction_begin(ptr %[[GROUP]], ptr %{{.*}}, i64 2, i64 [[#ROOM:]])
// CHECK: call i32 @g(
// CHECK: call void @tactus_reduction_end(ptr %[[GROUP]])
// CHECK: load i32
// CHECK: ret i32
// CHECK-LABEL: define {{.*}}@.omp_task_entry.
// CHECK-COUNT-2: call ptr @tactus_reduction_find(
int f(int n) {
  int sum = 0;
  double least[4] = {1, 2, 3, 4};
// REMARK: :[[@LINE+4]]:{{[0-9]+}}: remark: task converted
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(min : least)
  {
    for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(min : least)
      {
        sum += g(i);
        least[i] = 0;
      }
    }
    g(n);
  }
  return sum + (int)least[0];
}

// A task that names a variable of a function further out.
extern long total;
// CHECK-LABEL: define {{.*}}@.omp_task_entry.
// CHECK: call ptr @tactus_reduction_find(ptr null, ptr {{.*}})
void orphan(int n) {
#pragma omp task in_reduction(+ : total)
  total += g(n);
  g(n);
}
