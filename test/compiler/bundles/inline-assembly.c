// Inline assembly calls nobody: a loop with some is a leaf.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK-NOT: asm {{.*}}"deopt"
// CHECK: call void asm sideeffect "nop"
// CHECK-NOT: asm {{.*}}"deopt"
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    __asm__ volatile("nop");
    x[i]++;
  }
}
