// The private copy of a section with a variable length is an array on the stack, whose length clang passes in the list
// as a number in a pointer's place: the result area is as large as the copy, and the number goes along.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_" --implicit-check-not=atomicrmw
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: alloca [2 x ptr]
// CHECK: %vla = alloca double, i64 %[[LENGTH:[0-9]+]],
// A task: the copy and the number.
// CHECK: %[[BYTES:.*]] = mul i64 8, %[[LENGTH]]
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %{{.*}}, ptr align 16 %vla, i64 %[[BYTES]], i1 false)
// CHECK: %[[NUMBER:.*]] = inttoptr i64 %[[LENGTH]] to ptr
// CHECK: store ptr %[[NUMBER]], ptr %{{[0-9]+}}
// The slot: list, room to align, and the copy.
// CHECK: %[[COPY:.*]] = mul i64 8, %[[LENGTH]]
// CHECK: %[[ALIGNED:.*]] = add i64 %[[COPY]], 16
// CHECK: add i64 16, %[[ALIGNED]]
// CHECK: call void @tactus_combine(
void f(int n, int m, double *histogram, const int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(+ : histogram[0 : m])
  for (int i = 0; i < n; i++)
    histogram[x[i]] += 1;
}
