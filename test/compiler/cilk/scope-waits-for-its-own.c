// A scope's end joins the spawns that stand in it, on every way out, and not those around it.
// RUN: %tactus-clang -O0 -ftactus-verify -S -emit-llvm %s -o - | FileCheck %s
#include <cilk/cilk.h>
long g(long);
long f(long n) {
  long outer = cilk_spawn g(n);
  long a, b;
  cilk_scope {
    a = cilk_spawn g(n + 1);
    b = g(n + 2);
  }
  long c = a + b + g(n + 3);
  cilk_sync;
  return outer + c;
}
// Two forks, and the rest of the outer one holds the inner one's join and the call behind the scope:
// CHECK-LABEL: define internal void @f.rest(
// CHECK: invoke i64 @g
// CHECK: call void @tactus_fork_join
// CHECK: call i64 @g
// CHECK-LABEL: define internal void @f.rest.
