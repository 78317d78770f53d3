// Where the code generator makes something else of a function's copy, the function polls: at its points it jumps to the cold
// blocks, and no table names it. Else tables name both versions and their constants.
// RUN: %tactus-clang -O2 -fopenmp -ftactus-beat=interrupt -S %s -o %t.same.s
// RUN: FileCheck --check-prefix=SAME --input-file=%t.same.s %s
// RUN: %tactus-clang -O2 -fopenmp -ftactus-beat=interrupt -Xclang -mllvm -Xclang -tactus-differing-versions \
// RUN:   -fno-caret-diagnostics -Rpass-missed=tactus -S %s -o %t.s 2> %t.err
// RUN: FileCheck --check-prefix=OTHER --input-file=%t.s %s --implicit-check-not="# point" \
// RUN:   --implicit-check-not=.Ltactus_source0-.Ltmp
// RUN: FileCheck --check-prefix=REMARK --input-file=%t.err %s

// SAME: # point
// SAME: .section tactus_versions,"aR",@progbits
// SAME: .long .Ltactus_source0-.Ltmp
// SAME: .long .Ltactus_destination0-.Ltmp
// SAME: .section tactus_constants,"aR",@progbits

// The function polls: its point is a jump to the cold block, and tables name no version of it.
// OTHER: .section tactus_versions,"aR",@progbits
// OTHER-LABEL: f.slice.beat:
// OTHER: .byte 233
// OTHER: .long .Ltactus_source0-.Ltactus_destination0

// REMARK: versions-that-differ.c:[[#@LINE+2]]:{{.*}}: remark: function polls instead of waiting for interrupts: its two versions do not match
void f(double *a, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i)
    a[i] = a[i] * 3.5 + 1;
}
