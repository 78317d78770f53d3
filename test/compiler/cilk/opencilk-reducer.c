// OpenCilk's qualifier gets one error, which says what to write; elsewhere it is nothing, as in the serial elision.
// RUN: not %tactus-clang -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %tactus-clang -x c++ -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
#include <cilk/cilk.h>
void zero(void *view);
void plus(void *left, void *right);
// CHECK: [[@LINE+1]]:6: error: OpenCilk's 'cilk_reducer' needs OpenCilk's compiler: make the variable a reducer of <cilk/reducer.h>
long cilk_reducer(zero, plus) sum = 0;
long get(void) { return sum; }
