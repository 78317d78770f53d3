// What the statement computes for the rest comes before the call: the increment is recorded in the fork.
// RUN: %tactus-clang -O1 -ftactus-verify -Rpass-missed=tactus -S -emit-llvm %s -o - 2>&1 | FileCheck %s
#include <cilk/cilk.h>
long g(long);
void f(long *next, int n) {
  for (int i = 0; i < n; ++i)
    *next++ = cilk_spawn g(i);
}
// CHECK-NOT: remark
// CHECK-LABEL: define {{.*}}@f(
// CHECK: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 8
// CHECK: invoke {{.*}}@g
