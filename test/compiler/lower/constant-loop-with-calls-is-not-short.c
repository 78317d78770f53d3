// What a call costs is not known: a loop of four calls may be worth four tasks. Nor is a constant loop with many or with
// long iterations short.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @calls.slice(
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
// CHECK-LABEL: define internal void @many.slice(
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
// CHECK-LABEL: define internal void @loops.slice(
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void g(int i);
void calls(void) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    g(i);
}
void many(double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < 65; i++)
    x[i] *= 2;
}
void loops(double *x, int m) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < m; j++)
      x[i] *= 2;
}
