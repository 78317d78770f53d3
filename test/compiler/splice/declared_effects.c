// What is written is compared with what is derived, where that is certain when the program is compiled. A read outside of what
// is written is right if nobody writes there.
// RUN: %tactus-clang -O2 -fno-caret-diagnostics -fno-discard-value-names -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not="remark: #pragma"
// RUN: %tactus-clang -O0 -fno-caret-diagnostics -fno-discard-value-names -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not="remark: #pragma"
// RUN: %tactus-clang -O2 -Wno-pass-failed -Werror -c %s -o /dev/null
// RUN: %tactus-clang -O2 -Werror -DONLY_READS -c %s -o /dev/null
#include <tactus/splice.h>
#define RANGE(p, first, last) tactus_range((p) + (first), (p) + (last))
static int table[64], other[64];

#pragma splice func Reads(RANGE(x, -1, n + 1)) Writes(RANGE(y, 0, n))
void right(const int *x, int *y, long n) {
#pragma splice step Reads(RANGE(x, -1, n + 1)) Writes(RANGE(y, 0, n))
  for (long i = 0; i < n; i++)
    y[i] = x[i - 1] + x[i + 1];
}

// Borders that nobody writes.
#pragma splice func Reads(RANGE(x, 0, n)) Writes(RANGE(y, 0, n))
void borders(const int *x, int *y, long n) {
#pragma splice step Reads(RANGE(x, 0, n)) Writes(RANGE(y, 0, n))
  for (long i = 0; i < n; i++)
    // CHECK-DAG: [[@LINE+1]]:12: remark: #pragma splice: reads 'x' outside of what Reads says of the code in line [[@LINE-1]], which is right only if no spliced code writes there [-Rpass-missed=tactus]
    y[i] = x[i + 1];
}
#ifndef ONLY_READS

#pragma splice func Reads(RANGE(x, -1, n + 1)) Writes(RANGE(y, 0, n))
void step(const int *x, int *y, long n) {
#pragma splice step Reads(RANGE(x, 0, n + 1)) Writes(RANGE(y, 0, n - 1))
  for (long i = 0; i < n; i++)
    // CHECK-DAG: [[@LINE+2]]:10: warning: #pragma splice: writes 'y' outside of what Writes says of the code in line [[@LINE-1]] [-Wpass-failed]
    // CHECK-DAG: [[@LINE+1]]:12: remark: #pragma splice: reads 'x' outside of what Reads says of the code in line [[@LINE-2]], which is right only if no spliced code writes there [-Rpass-missed=tactus]
    y[i] = x[i - 1] + x[i];
}

// What has no step does what the function declares.
#pragma splice func Reads(RANGE(x, 0, n)) Writes(RANGE(y, 0, n))
void function(const int *x, int *y, long n) {
  if (n > 32) {
    function(x, y, n / 2);
    function(x + n / 2, y + n / 2, n - n / 2);
    return;
  }
  for (long i = 0; i < n; i++)
    // CHECK-DAG: [[@LINE+1]]:12: remark: #pragma splice: reads 'x' outside of what Reads says of the code in line [[@LINE-1]], which is right only if no spliced code writes there [-Rpass-missed=tactus]
    y[i] = x[i + 1];
}

#pragma splice func Reads(RANGE(x, -1, n + 1)) Writes(RANGE(y, 0, n))
void parts(const int *x, int *y, long n) {
  struct tactus_chunks c = {0, n, 8, 0};
#pragma splice step Reads(RANGE(x, c.first, c.last)) Writes(RANGE(y, c.first, c.last - 1)) Slice(c)
  for (long i = c.first; i < c.last; i++)
    // CHECK-DAG: [[@LINE+1]]:10: warning: #pragma splice: writes 'y' outside of what Writes says of the code in line [[@LINE-1]] [-Wpass-failed]
    y[i] = x[i];
}

#pragma splice func Writes(RANGE(table, 0, 64), RANGE(other, 0, 64))
void variables(long n) {
#pragma splice step Writes(RANGE(table, 0, 64))
  for (long i = 0; i < 64; i++)
    // CHECK-DAG: [[@LINE+1]]:14: warning: #pragma splice: writes 'other' outside of what Writes says of the code in line [[@LINE-1]] [-Wpass-failed]
    other[i] = n;
}

// What may never happen, or be somewhere else, is no mistake.
#pragma splice func Reads(RANGE(x, -1, n + 1)) Writes(RANGE(y, 0, n), RANGE(z, 0, n))
void uncertain(const int *x, int *y, int *z, long n, long m, int once, const long *index) {
#pragma splice step Reads(RANGE(x, 0, n)) Writes(RANGE(y, 0, n), RANGE(z, 0, n))
  for (long i = 0; i < n; i++) {
    if (i > 0)
      y[i] = x[i - 1];
    if (once)
      for (long j = 0; j < 16; j++)
        z[j - 1] = 5;
    if (i + m > 0)
      z[i - 1] = 3;
    y[m] = 4;
    y[index[i]] = x[i];
  }
}

// Rows of a square: the last element is known.
#pragma splice func Writes(RANGE(x, 0, n *n))
void square(int *x, long n) {
#pragma splice step Writes(RANGE(x, 0, n *n))
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      x[i * n + j] = 1;
#pragma splice step Writes(RANGE(x, 1, n *n))
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      // CHECK-DAG: [[@LINE+1]]:20: warning: #pragma splice: writes 'x' outside of what Writes says of the code in line [[@LINE-2]] [-Wpass-failed]
      x[i * n + j] = 1;
}
#endif
