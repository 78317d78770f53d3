// A loop whose body may reach another promotion point keeps its bound in memory, where a promotion can lower it from
// any depth, and is polled before each iteration.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: @tactus.loop = internal global {{.*}} { ptr @f.run,
// CHECK-LABEL: define internal void @f.slice(
// CHECK: %[[END:[0-9]+]] = call i64 @llvm.umin.i64(i64 %1,
// entry: the slot is filled in advance, as the stack map of any call below may be asked for it
// header:
// CHECK: omp.inner.for.cond:
// CHECK: %[[BOUND:[0-9]+]] = load volatile i64, ptr
// CHECK: %[[LAST:[0-9]+]] = sub i64 %[[BOUND]], 1
// CHECK: %[[NARROW:[0-9]+]] = trunc i64 %[[LAST]] to i32
// CHECK: icmp sle i32 %{{.*}}, %[[NARROW]]
// CHECK: br i1 %{{.*}}, label %[[CHARGE:[0-9]+]], label %[[EXIT:[0-9]+]]
// CHECK: omp.inner.for.body:
// CHECK: %[[ITERATION:[0-9]+]] = zext i32 %{{.*}} to i64
// CHECK: call void @g(i32 noundef %{{.*}}) {{.*}}[ "deopt"(i64 1, i64 %[[ITERATION]], ptr %tactus.slot) ]
// CHECK: store ptr @tactus.loop, ptr
// CHECK: store volatile i64 %[[END]], ptr
// CHECK: store volatile ptr null, ptr
// CHECK: br label %omp.inner.for.cond
// exit:
// CHECK: [[EXIT]]:
// CHECK: %[[RECORD:[0-9]+]] = load volatile ptr, ptr
// CHECK: %[[PROMOTED:[0-9]+]] = icmp ne ptr %[[RECORD]], null
// CHECK: br i1 %[[PROMOTED]], label %[[JOIN:[0-9]+]], label %[[DONE:[0-9]+]], {{.*}}!prof
// CHECK-DAG: br i1 %{{[0-9]+}}, label %[[POLL:[0-9]+]], label %omp.inner.for.body, {{.*}}!prof
// CHECK-DAG: call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) {{.*}}[ "deopt"(i64 2, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
// CHECK-DAG: call void @tactus_join(
void g(int i);
void f(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g(i);
}
