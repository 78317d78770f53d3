// Of several spawns in a function one is left serial, because nothing is worth running beside it: the others are
// compared with those that are left, not with what it has left behind.
// RUN: %tactus-clang -O2 -ftactus-verify -S -emit-llvm %s -o - | FileCheck %s
#include <cilk/cilk.h>
long a[100];
static long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
// CHECK-LABEL: define {{.*}}@g(
// CHECK: tactus_fork_join
void g(void) {
  for (int i = 0; i < 100; i++) {
    long x = cilk_spawn f(5);
    a[i] += f(3);
    cilk_sync;
    a[i] += x;
  }
  for (int i = 0; i < 100; i++) {
    long x = cilk_spawn f(5);
    a[i] += f(3);
    cilk_sync;
    a[i] += x;
  }
  for (int i = 0; i < 100; i++) {
    long x = cilk_spawn f(5);
    a[i] *= 3;
    cilk_sync;
    a[i] += x;
  }
}
