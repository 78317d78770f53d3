// An if clause that holds for simd makes clang write the loop twice. Each version becomes a loop of its own; which one is
// meant is asked before it. Reported is one.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_fork_call(" --implicit-check-not="call {{.*}}push_num_threads("
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %raw -g %s | %convert | FileCheck %s --check-prefix=DEBUG --implicit-check-not="call {{.*}}@__kmpc_fork_call("
// RUN: %tactus-clang -O2 -fopenmp -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --check-prefix=OPTIMISED

// The questions of the two clauses are the same one: two calls are left of four, and the promises are the first one's.
// CHECK-LABEL: define {{.*}}@both(
// CHECK: call void @both.slice
// CHECK: call void @both.slice
// CHECK: call void @both.slice
// CHECK: call void @both.slice
// CHECK-NOT: call void @both.slice
// CHECK: ret void
// DEBUG-LABEL: define {{.*}}@both(
// DEBUG-COUNT-4: call void @both.slice
// OPTIMISED-LABEL: define {{.*}}@both(
// OPTIMISED: icmp sgt i32 %{{.*}}, 100
// OPTIMISED-NOT: icmp sgt i32 %{{.*}}, 100
// OPTIMISED: ret void
void both(int n, int *x) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for simd if (n > 100)
  for (int i = 0; i < n; i++)
    x[i]++;
}

// With a schedule of chunks, both versions stand in one loop over chunks. num_threads is asked for once, and holds for both.
// CHECK-LABEL: define {{.*}}@chunks(
// CHECK: zext i32 %{{.*}} to i64
// CHECK: call void @chunks.slice
int chunks(int n, int *x, int limit) {
  int last = 0;
// REMARK-NOT: remark
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for simd if (n > 100) schedule(dynamic, 2) lastprivate(last) num_threads(limit)
  for (int i = 0; i < n; i++)
    last = x[i]++;
  return last;
}

// A question that is simd's alone.
// CHECK-LABEL: define {{.*}}@simd_only(
// CHECK: call void @simd_only.slice
// CHECK: call void @simd_only.slice
void simd_only(int n, double *x, double question) {
// REMARK-NOT: remark
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for simd if (simd : question)
  for (int i = 0; i < n; i++)
    x[i]++;
}

// CHECK-LABEL: define {{.*}}@parallel_only(
// CHECK: call void @parallel_only.slice
void parallel_only(int n, int *x) {
// REMARK-NOT: remark
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for simd if (parallel : n > 100)
  for (int i = 0; i < n; i++)
    x[i]++;
}
// REMARK-NOT: remark

// One version has what simd promises.
// CHECK-LABEL: define internal {{.*}}@both.slice(
// CHECK: llvm.access.group
// CHECK: ret void
// CHECK: define internal {{.*}}@both.slice.{{.+}}(
// CHECK-NOT: llvm.access.group
// CHECK: ret void
