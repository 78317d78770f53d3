// What the head of a cilk_for may be, in C++: each other form gets one error at the program's own line.
// RUN: not %tactus-clangxx -fno-caret-diagnostics -ferror-limit=0 -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// In C, and with OpenMP, clang says it.
// RUN: not %tactus-clang -x c -ferror-limit=0 -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=IN-C
#include <cilk/cilk.h>
int f(void);
void use(int *a, int n) {
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i + 8 <= n; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; n >= i + 8; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i * 2 < n; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; n - i > 2; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; !(i >= n); i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i < n && n > 3; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i == n; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; f(); i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i < i + n; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; ; i++)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 1; i < n; i *= 2)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the condition of a cilk_for
  cilk_for (int i = 0; i < n; i = i + 2)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the step of a cilk_for
  cilk_for (int i = 0; i < n; f())
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the step of a cilk_for
  cilk_for (int i = 0; i < n;)
    a[i] = i;
  // CHECK: [[@LINE+1]]:{{.*}}: error: the step of a cilk_for
  cilk_for (int i = 0, j = 0; i < n; i++, j++)
    a[i] = i;
  // These are right.
  cilk_for (int i = 0; i < n; i += f())
    a[i] = i;
  cilk_for (int i = 0; (n > i); i += n > 3 ? 1 : 2)
    a[i] = i;
}
// IN-C: 15 errors generated
