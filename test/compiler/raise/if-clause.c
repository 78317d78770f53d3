// `if` false is a region of one thread: the same slice, with a limit of one strand, so that no task is ever made of it
// and the iterations run in order. The calls with which clang brackets a serial region go.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_{{[^g]}}"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: br i1 %{{.*}}, label %omp_if.then, label %omp_if.else
// CHECK: omp_if.then:
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
// CHECK: omp_if.else:
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 1,
// The limit is the last word of the environment: a task's nested loops are held to it as well.
// CHECK-LABEL: define internal void @f.run(
// CHECK: %[[FIELD:.*]] = getelementptr inbounds {{(nuw )?}}i64, ptr %2, i64 2
// CHECK: %[[LIMIT:.*]] = load i64, ptr %[[FIELD]]
// CHECK: call void @f.slice(i64 %0, i64 %1, ptr %3, i64 %[[LIMIT]],
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for if (n > 1000)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
