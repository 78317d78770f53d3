// What is wrong with a pragma is said, and the pragma ignored; what is wrong with an effect is an error, where it stands.
// RUN: %tactus-clang -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %tactus-clang -DWRONG -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// Other compilers ignore them all.
// RUN: %clang -Wno-unknown-pragmas -I%include -Werror -c %s -o /dev/null
// RUN: %tactus-clang -fno-tactus -Wno-unknown-pragmas -I%include -Werror -c %s -o /dev/null
// CHECK: [[@LINE+1]]:1: warning: #pragma splice needs #include <tactus/splice.h> before it: the pragma is ignored
#pragma splice func Reads(x)
void before(int x);
#include <tactus/splice.h>
void f(int *x) {
// CHECK: [[@LINE+1]]:1: warning: #pragma splice must be func, step, rest or try(calls), or stand alone or with Reads and Writes before a loop: the pragma is ignored
#pragma splice twice
// CHECK: [[@LINE+1]]:1: warning: #pragma splice has clauses Reads(effect, ...) and Writes(effect, ...), and a step one Slice(part): the pragma is ignored
#pragma splice step Changes(x)
// CHECK: [[@LINE+1]]:1: warning: #pragma splice has a clause without its brackets: the pragma is ignored
#pragma splice step Reads(tactus_range(x, x + 1)
// CHECK: [[@LINE+1]]:1: warning: #pragma splice has Slice(part) or Slice(part, cut): the pragma is ignored
#pragma splice step Slice()
// CHECK: [[@LINE+1]]:1: warning: #pragma splice has clauses Reads(effect, ...) and Writes(effect, ...), and a step one Slice(part): the pragma is ignored
#pragma splice func Slice(x)
// CHECK: [[@LINE+1]]:1: warning: #pragma splice try has one number of calls in its brackets, or no brackets: the pragma is ignored
#pragma splice try(1, 2)
  x[0]++;
#ifdef WRONG
// WRONG: [[@LINE+1]]:40: error: use of undeclared identifier 'y'
#pragma splice step Reads(tactus_range(y, x + 1))
  x[1]++;
#endif
}
