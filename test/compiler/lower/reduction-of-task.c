// The serial slice combines with the original; a task, which has a result area, moves its copy there instead and never
// reaches the combination. Clang's atomic alternative is gone.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=atomicrmw --implicit-check-not=cmpxchg

// CHECK-LABEL: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3,
// CHECK: %[[TASK:[0-9]+]] = icmp ne ptr %2, null
// CHECK: br i1 %[[TASK]], label %[[MOVE:[0-9]+]], label %[[CHOICE:[0-9]+]], {{.*}}!prof
// CHECK: [[MOVE]]:
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %[[COPY:[0-9]+]], ptr align 8 %sum{{[0-9]*}}, i64 8, i1 false)
// CHECK: store ptr %[[COPY]], ptr
// CHECK: [[CHOICE]]:
// CHECK: phi i32 [ 1, %{{.*}} ], [ 0, %[[MOVE]] ]
// CHECK: .omp.reduction.case1:
// CHECK: fadd double
// CHECK: store double %{{.*}}, ptr %sum
// Tasks' results are combined in index order, before the serial slice's own result goes to the original.
// CHECK: call void @tactus_join(ptr %tactus.slot)
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[LENT:[0-9]+]], ptr align 8 %sum{{[0-9]*}}, i64 8, i1 false)
// CHECK: call void @tactus_combine(ptr %tactus.slot, ptr %{{[0-9]+}}, ptr @f.omp_outlined.omp.reduction.reduction_func)
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %sum{{[0-9]*}}, ptr align 8 %[[LENT]], i64 8, i1 false)
double f(int n, const double *x) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
