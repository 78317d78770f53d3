// A loop that is not normalised, with a counter that goes up by two, is nothing that clang makes: it is left alone.
// RUN: %raw %s | sed 's/\(%add[0-9]* = add nsw i32 %[0-9]*\), 1,/\1, 2,/' > %t.ll
// RUN: %convert -pass-remarks-missed=tactus %t.ll -o - 2> %t.remarks | FileCheck %s --implicit-check-not=.slice
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: parallel region runs in phases: the loop is not in the shape that clang gives worksharing loops
void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 3;
}
