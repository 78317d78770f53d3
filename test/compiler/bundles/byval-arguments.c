// A call with a large struct passed on the stack carries a bundle as any other.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -c -o /dev/null %s
struct Large {
  double values[8];
};
void take(struct Large large);
void plain(int value);

// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @take(ptr {{.*}}byval(%struct.Large){{.*}}[ "deopt"(i64 1,
// CHECK: call void @plain({{.*}}) {{.*}}[ "deopt"(i64 1,
void f(int n, const struct Large *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    take(x[i]);
    plain(i);
  }
}
