// Clauses before a loop say what an iteration touches, where that cannot be derived.
// RUN: %tactus-clang -O1 -fno-caret-diagnostics -ftactus-remarks -ftactus-remarks-missed -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error: --implicit-check-not=warning:
// RUN: %tactus-clang -O1 -fopenmp -fno-caret-diagnostics -ftactus-remarks -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARALLEL
// They are nothing to link with, and nothing in the program, also where nothing is optimised.
// RUN: %tactus-clang -O2 -S -emit-llvm %s -o - 2>/dev/null | FileCheck %s --check-prefix=CODE
// RUN: %tactus-clang -O0 -S %s -o /dev/null
// Other compilers ignore them.
// RUN: %clang -Wall -Wno-unknown-pragmas -I%include -Werror -O1 -c %s -o /dev/null
// CODE-NOT: call {{.*}}__tactus_splice_declare
#include <tactus/splice.h>
void unknown(double *, const double *);

void gathered(double *restrict a, double *restrict b, const int *index, long n, long steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
#pragma splice Reads(tactus_range(a + i - 8, a + i + 1))
    for (long i = 8; i < n; i++)
      b[i] = a[index[i]];
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1];
  }
}

// Of a whole array, in a loop of another form; the pragma is for the loop around as well.
void whole(double *restrict a, double *restrict b, const int *index, long n, long steps) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
    long i = 0;
#pragma splice Reads(tactus_range(a, a + n))
    while (i < n) {
      b[i] = a[index[i]];
      i++;
    }
    for (long k = 1; k < n; k++)
      a[k] = b[k - 1];
  }
}

// What the functions do that it calls.
void calls(double *a, double *b, long n, long steps) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++)
#pragma splice Reads(tactus_range(b + i, b + i + 5)) Writes(tactus_range(a + i, a + i + 4))
    for (long i = 0; i < n; i++)
      unknown(a + i, b + i);
}

void parallel(double *restrict a, double *restrict b, const int *index, long n, long steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+2]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  // PARALLEL: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
#pragma splice Reads(tactus_range(a + i - 8, a + i + 1))
#pragma omp parallel for
    for (long i = 8; i < n; i++)
      b[i] = a[index[i]];
#pragma omp parallel for
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1];
  }
}

// They do not say enough, or too little of what can be derived, or nothing that can be known.
void mistakes(double *restrict a, double *restrict b, const int *index, long n, long steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
    // CHECK-DAG: [[@LINE+2]]:5: remark: passes before this loop and behind it are not spliced together: it is not known which part of 'b' an iteration writes: the place depends on what is read from 'index' (line [[@LINE+3]]) [-Rpass-missed=tactus]
#pragma splice Reads(tactus_range(a, a + n))
    for (long i = 0; i < n; i++)
      b[index[i]] = a[i];
#pragma splice Reads(tactus_range(b + i, b + i + 1))
    for (long i = 1; i < n; i++)
      // CHECK-DAG: [[@LINE+1]]:14: remark: #pragma splice: reads 'b' outside of what Reads says of the code in line [[@LINE-1]], which is right only if no spliced code writes there [-Rpass-missed=tactus]
      a[i] = b[i - 1];
    // CHECK-DAG: [[@LINE+2]]:5: remark: passes before this loop and behind it are not spliced together: it is not known what its clauses say: the place depends on what is read from 'index' [-Rpass-missed=tactus]
#pragma splice Reads(tactus_range(b + index[i], b + index[i] + 1))
    for (long i = 0; i < n; i++)
      a[i] = b[index[i]];
  }
  // CHECK-DAG: [[@LINE+1]]:1: warning: #pragma splice with clauses alone needs a loop behind it: the pragma is ignored
#pragma splice Reads(tactus_range(a, a + 1))
  b[0] = a[0];
}
