// What keeps the calls of a try apart is said, at the code that does it.
// RUN: %tactus-clang -O1 -fno-caret-diagnostics -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:
#include <tactus/splice.h>
#define RE tactus_range
int unseen(int);
static int add, unused, width, level, *known = &unused;
static int sum(int value) { return value + add; }

#pragma splice func Writes(RE(x, x + n))
static void uses(int *x, int n) { x[n - 1] = sum(n); }
#pragma splice func Writes(RE(x, x + width))
static void depends(int *x) { x[0]++; }
#pragma splice func Writes(RE(x, x + n)) Reads(RE(&level, &level + 1))
static void declares(int *x, int n) { x[n - 1] = level; }
#pragma splice func Writes(RE(x, x + n))
static void unknown(int *x, int n) { x[n - 1] = unseen(n); }
// What effects do not say is said of the function, once.
// CHECK-DAG: [[@LINE+2]]:13: remark: calls of 'counts' are not spliced: they write 'level', which their effects do not name [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + n))
static void counts(int *x, int n) { x[n - 1] = level++; }

void tries(int *x, int n, int **rows) {
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this code and behind it are not spliced together: it writes 'add', which 'uses' uses; give it to the function as an argument [-Rpass-missed=tactus]
    add = i;
    uses(x, n);
  }
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this code and behind it are not spliced together: it writes 'width', which the effects of 'depends' depend on; give it to the function as an argument [-Rpass-missed=tactus]
    width++;
    depends(x);
  }
  // What the effects declare is seen where the program runs, and a variable that nobody uses does not matter.
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    level = i;
    width = i;
    declares(x, n);
  }
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this code and behind it are not spliced together: it writes 'width', and 'unknown' may use it in 'unseen', of which nothing is known [-Rpass-missed=tactus]
    width = i;
    unknown(x, n);
  }
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this code and behind it are not spliced together: it writes 'unused', whose address they may know [-Rpass-missed=tactus]
    unused = i;
    declares(x, n);
  }
#pragma splice try(3)
  for (int i = 0; i < 9; i++) {
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this code and behind it are not spliced together: it writes memory through a pointer [-Rpass-missed=tactus]
    *known = i;
    declares(x, n);
  }
  // Places that can be named need no remark: only calls that write there keep the call back.
#pragma splice try(3)
  for (int i = 0; i < 9; i++)
    declares(rows[i & 1], n);
#pragma splice try(3)
  for (int i = 0; i < 9; i++)
    // CHECK-DAG: [[@LINE+1]]:5: remark: calls before this one and behind it are not spliced together: its arguments are read from memory that earlier calls may write, or call functions; compute them before the try [-Rpass-missed=tactus]
    declares(i && rows[0] ? rows[0] : x, n);
  counts(x, n);
}
