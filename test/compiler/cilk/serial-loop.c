// cilk_for in C without OpenMP is a serial loop, and says so.
// RUN: %tactus-clang -O1 -ftactus-verify -fno-caret-diagnostics -Rpass-missed=tactus -S -emit-llvm %s -o - 2>&1 | FileCheck %s --implicit-check-not=__tactus_cilk
#include <cilk/cilk.h>
void g(int);
void f(int n) {
  // CHECK: [[@LINE+1]]:{{.*}}remark: cilk_for is serial: in C, -fopenmp makes it parallel [-Rpass-missed=tactus]
  cilk_for (int i = 0; i < n; i++)
    g(i);
}
