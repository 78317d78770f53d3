// A call with a large struct passed on the stack cannot carry a bundle: the code generator has no lowering for both.
// It is left as it is, which only hides the loop from promotions below it; nothing may crash.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -c -o /dev/null %s
struct Large {
  double values[8];
};
void take(struct Large large);
void plain(int value);

// CHECK-LABEL: define internal void @f.slice(
// CHECK-NOT: call void @take({{.*}}"deopt"
// CHECK: call void @take(ptr {{.*}}byval(%struct.Large)
// CHECK-NOT: call void @take({{.*}}"deopt"
// CHECK: call void @plain({{.*}}) {{.*}}[ "deopt"(i64 1,
void f(int n, const struct Large *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    take(x[i]);
    plain(i);
  }
}
