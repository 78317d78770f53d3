// cilk_for in C where OpenMP is on for simd alone is a serial loop, and says so.
// RUN: %tactus-clang -O1 -fopenmp-simd -ftactus-verify -fno-caret-diagnostics -Rpass-missed=tactus -S -emit-llvm %s -o - 2>&1 | FileCheck %s --implicit-check-not=@__tactus_cilk
#include <cilk/cilk.h>
void g(int);
void f(int n) {
  // CHECK: [[@LINE+1]]:{{.*}}remark: cilk_for is serial: in C, -fopenmp-simd has no parallel loops, -fopenmp has [-Rpass-missed=tactus]
  cilk_for (int i = 0; i < n; i++)
    g(i);
}
