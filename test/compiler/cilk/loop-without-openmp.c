// In C, cilk_for needs no -fopenmp: it is converted, and nothing is left for libomp. OpenMP itself stays off: its macro
// is not defined, and its pragmas are ignored with the warning that clang gives.
// RUN: %tactus-clang -O1 -ftactus-verify -fno-caret-diagnostics -Wsource-uses-openmp -Rpass=tactus -Rpass-missed=tactus -S -emit-llvm %s -o %t.ll 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
// RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=@__kmpc --implicit-check-not=@__tactus_cilk
// At -O0, with debug information, through a pipe, in whatever mode of C, and without a word.
// RUN: %tactus-clang -O0 -g -Wall -Wextra -pedantic -Werror -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=' call {{.*}}@__kmpc'
// RUN: %tactus-clang -std=c99 -fno-openmp -O2 -x c -S -emit-llvm - -o - < %s | FileCheck %s --implicit-check-not=@__kmpc
// RUN: %tactus-clang -fopenmp=libgomp -fopencilk -O2 -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=@__kmpc
// RUN: %tactus-clang -fsyntax-only -Werror %s
// Preprocessing apart gives the serial elision, as for spawns.
// RUN: %tactus-clang -E %s -o %t.i
// RUN: %tactus-clang -O1 -S -emit-llvm -Rpass=tactus -Rpass-missed=tactus %t.i -o - 2>&1 | FileCheck %s --check-prefix=ELISION --implicit-check-not=remark: --implicit-check-not=@tactus_
// ELISION: define {{.*}}@loop(
#include <cilk/cilk.h>
#ifdef _OPENMP
#error "OpenMP is on"
#endif
void g(int *, int);
// CHECK: @llvm.global_ctors = {{.*}}@tactus.register
// CHECK: define {{.*}}@loop(
void loop(int *x, int n) {
  // REMARK-DAG: [[@LINE+1]]:3: remark: cilk_for converted: outer loop, polled once an iteration [-Rpass=tactus]
  cilk_for (int i = 0; i < n; i++)
    g(x, i);
}
void pragmas(int *x, int n) {
  // REMARK-DAG: [[@LINE+1]]:9: warning: unexpected '#pragma omp ...' in program [-Wsource-uses-openmp]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g(x, i);
}
// An `else` behind the loop belongs to the `if` before it.
void choice(int *x, int n) {
  if (n)
    // REMARK-DAG: [[@LINE+1]]:5: remark: cilk_for converted: leaf loop, polled once a chunk [-Rpass=tactus]
    cilk_for (int i = 0; i < n; i++)
      x[i]++;
  else
    g(x, 0);
}
