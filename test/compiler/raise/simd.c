// `simd` promises that the iterations are independent. The promise must reach the vectoriser: the access groups and the
// loop's metadata stay on the strip that is left of the loop.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK-DAG: store double %{{.*}}, ptr %{{.*}}, !llvm.access.group ![[GROUP:[0-9]+]]
// CHECK-DAG: br {{.*}}%omp.inner.for.{{.*}}!llvm.loop ![[LOOP:[0-9]+]]
// CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], {{.*}}![[PARALLEL:[0-9]+]], ![[ENABLE:[0-9]+]]
// CHECK-DAG: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
// CHECK-DAG: !{!"llvm.loop.vectorize.enable", i1 true}
void f(int n, double *x, const int *index) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    x[index[i]] *= 2;
}
