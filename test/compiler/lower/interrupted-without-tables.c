// Functions with points have unwind tables, also in programs that want none: libtactus reads from them where a version begins
// and ends. And the table of versions names the points of each source version, with their cold blocks.
// RUN: %tactus-clang -O2 -fopenmp -ftactus-beat=interrupt -fno-asynchronous-unwind-tables -S %s -o - | FileCheck %s

// CHECK-LABEL: f.slice.beat:
// CHECK: .cfi_startproc
// CHECK-LABEL: {{^}}f.slice:
// CHECK: .cfi_startproc
// CHECK: [[POINT:.Ltmp[0-9]+]]:
// CHECK-NEXT: #APP
// CHECK-NEXT: .byte 15
// CHECK: # point [[COLD:.LBB[0-9_]+]]
// CHECK: .section tactus_versions,"aR",@progbits
// CHECK: .long .Ltactus_source0-.Ltmp
// CHECK: .long .Ltactus_destination0-.Ltmp
// CHECK: .long 0
// CHECK: .long [[POINT]]-.Ltmp
// CHECK: .long 0
// CHECK: .long [[COLD]]-.Ltmp
void f(double *a, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i)
    a[i] = a[i] * 3.5 + 1;
}
