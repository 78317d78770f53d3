// What is wrong with a loop is said about cilk_for, not about an OpenMP that the program does not use; other messages
// stay as they are, and the count is right.
// RUN: not %tactus-clang -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=OpenMP --implicit-check-not=pragma
// RUN: not %tactus-clang -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNT
// With OpenMP, clang's own words.
// RUN: not %tactus-clang -fopenmp -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPENMP
// CHECK: [[@LINE+1]]:2: warning: "before"
#warning "before"
#include <cilk/cilk.h>
// CHECK: [[@LINE+1]]:2: warning: "an OpenMP region of the user's"
#warning "an OpenMP region of the user's"
int g(int);
int f(int n) {
  cilk_for (int i = 0; i < n; ++i)
    if (g(i))
      // OPENMP: error: cannot return from OpenMP region
      // CHECK: [[@LINE+1]]:7: error: cannot return from cilk_for
      return 1;
  cilk_for (int i = 0; i < n; ++i)
    if (g(i))
      // CHECK: [[@LINE+1]]:7: error: 'break' statement cannot be used in cilk_for
      break;
  // CHECK: [[@LINE+1]]:24: error: condition of cilk_for must be a relational comparison ('<', '<=', '>', '>=', or '!=') of loop variable 'i'
  cilk_for (int i = 0; g(i); i += 2)
    g(i);
  // CHECK: [[@LINE+1]]:31: error: increment clause of cilk_for must perform simple addition or subtraction on loop variable 'i'
  cilk_for (int i = 0; i < n; i *= 2)
    g(i);
  // CHECK: [[@LINE+1]]:3: error: initialization clause of cilk_for is not in canonical form ('var = init' or 'T var = init')
  cilk_for (;;)
    g(1);
  // CHECK: [[@LINE+1]]:10: error: use of undeclared identifier 'unknown'
  return unknown;
}
// COUNT: 2 warnings and 6 errors generated.
