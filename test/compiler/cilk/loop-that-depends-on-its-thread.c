// A cilk_for that cannot be converted is a serial loop, because the program is not linked to libomp. A loop in it that
// can be converted is.
// RUN: %tactus-clang -O1 -ftactus-verify -ftactus-report=%t.json -fno-caret-diagnostics -Rpass=tactus -Rpass-missed=tactus -S -emit-llvm %s -o %t.ll 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: --input-file=%t.remarks
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=@__kmpc
// RUN: %tactus-clang -O0 -g -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=' call {{.*}}@__kmpc'
#include <cilk/cilk.h>
// CHECK: @own = {{.*}}thread_local
_Thread_local int own;
void f(int *x, int n) {
  // REMARK-DAG: [[@LINE+6]]:3: remark: cilk_for is serial: the loop reaches a threadprivate or thread-local variable [-Rpass-missed=tactus]
  // REPORT: "column": 3,
  // REPORT-NEXT: "construct": "cilk_for",
  // REPORT-NEXT: "converted": false,
  // REPORT: "line": [[@LINE+2]],
  // REPORT-NEXT: "reason": "the loop reaches a threadprivate or thread-local variable"
  cilk_for (int i = 0; i < n; i++) {
    own += i;
    // REMARK-DAG: [[@LINE+4]]:5: remark: cilk_for converted: leaf loop, polled once a chunk [-Rpass=tactus]
    // REPORT: "column": 5,
    // REPORT-NEXT: "construct": "cilk_for",
    // REPORT-NEXT: "converted": true,
    cilk_for (int k = 0; k < n; k++)
      x[i * n + k]++;
  }
}
