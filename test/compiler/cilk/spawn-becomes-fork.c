// A spawned call is a fork, what follows it is a function of its own, and nothing of the header is left.
// RUN: %tactus-clang -O1 -ftactus-verify -S -emit-llvm %s -o - | FileCheck %s
#include <cilk/cilk.h>
long g(long);
long f(long n) {
  long a = cilk_spawn g(n);
  long b = g(n + 1);
  cilk_sync;
  return a + b;
}
// CHECK-NOT: @__tactus_cilk
// CHECK-NOT: tactus.keep
// CHECK-LABEL: define {{.*}}@f(
// CHECK: invoke i64 @g({{.*}} [ "deopt"(i64 3,
// The join may run the rest, which polls: without a bundle each walk from there would ask the unwinder.
// CHECK: call void @tactus_fork_join({{.*}} [ "deopt"() ]
// CHECK-LABEL: define internal void @f.rest(
// CHECK: call i64 @g
// CHECK-NOT: @__tactus_cilk
// CHECK-NOT: tactus.keep
