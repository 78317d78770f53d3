// Locations that are tracked for remarks alone end where nobody reads them any more, so that the code generator does not
// follow them. Debug information stays, and so do locations if somebody listens to the code generator's remarks.
// RUN: %tactus-clang -fopenmp -O2 -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not='!dbg'
// RUN: %tactus-clang -fopenmp -O2 -g -S -emit-llvm -o - %s | FileCheck %s --check-prefix=KEPT
// RUN: %tactus-clang -fopenmp -O2 -Rpass-missed=regalloc -S -emit-llvm -o - %s 2>/dev/null | FileCheck %s --check-prefix=KEPT
// RUN: %tactus-clang -fopenmp -O2 -Rpass=inline -S -emit-llvm -o - %s 2>/dev/null | FileCheck %s --check-prefix=KEPT

// The loop's own place has been written down before.
// CHECK: c"{{.*}}locations-end-behind-the-optimiser.c\00"
// CHECK: define {{.*}}@f(
// KEPT: define {{.*}}@f({{.*}} !dbg
void f(long *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = i;
}
