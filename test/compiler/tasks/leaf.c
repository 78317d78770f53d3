// Nothing can be promoted while a leaf runs: where nothing has been promoted before it, it is a call as any other, which
// may be inlined.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -O2 -fopenmp -S -emit-llvm -o - %s | FileCheck %s --check-prefix=INLINED
static void leaf(int *x, int i) { x[i] = x[i] * 3 + 1; }

// CHECK-LABEL: define {{.*}}@f(
// CHECK-LABEL: fork.hot:
// CHECK-NEXT: call void @leaf(ptr noundef %x, i32 noundef %i{{[^"]*$}}
// CHECK-LABEL: fork.cold:
// CHECK-NEXT: invoke void @leaf(ptr noundef %x, i32 noundef %i{{.*}} [ "deopt"() ]
// INLINED-LABEL: define {{.*}}@f(
// INLINED: mul nsw i32 {{.*}}, 3
// INLINED: ret void
void f(int *x, int n) {
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(i)
    leaf(x, i);
}
