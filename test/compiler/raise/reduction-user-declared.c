// A user-declared reduction of a plain struct moves results as bytes, like a built-in one.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
struct Pair {
  double a, b;
};
#pragma omp declare reduction(sum : struct Pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b)                       \
    initializer(omp_priv = {0, 0})

// The initialiser is given the original, so tasks are as well: n, p and x.
// CHECK: @tactus.loop = internal global {{.*}} i32 3, i32 11,
// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @tactus_combine(
double f(int n, const struct Pair *x) {
  struct Pair p = {0, 0};
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(sum : p)
  for (int i = 0; i < n; i++)
    p.a += x[i].b;
  return p.a + p.b;
}
