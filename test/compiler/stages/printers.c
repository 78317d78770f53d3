// What the analyses say of loops and functions, as text; the module stays as it is.
// RUN: %raw %s | %opt '-passes=tactus-tidy-microtasks,print<tactus-loops>' -disable-output 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: %raw %s | %opt '-passes=print<tactus-functions>' -disable-output 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: %raw %s | %opt '-passes=tactus-tidy-microtasks,tactus-raise-loops,tactus-judge-loops,print<tactus-loops>' -disable-output 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JUDGED
// RUN: %raw %s > %t.ll
// RUN: %opt -S %t.ll -o %t.before.ll
// RUN: %opt '-passes=print<tactus-loops>,print<tactus-functions>' -S %t.ll -o %t.after.ll 2> %t.messages
// RUN: cmp %t.before.ll %t.after.ll
#include <omp.h>
// FUNCTIONS-DAG: number: is never promoted in, may ask where it is, depends on its thread: {{.+}}
int number(void) { return omp_get_thread_num(); }
// FUNCTIONS-DAG: fill: may be promoted in{{$}}
double fill(double *to, long count) {
  double sum = 0;
// LOOPS: printers.c:[[@LINE+3]]: loop in fill: converted, a leaf
// LOOPS-DAG: capture {{[0-9]}}: by value
// LOOPS-DAG: capture {{[0-9]}}: a reduction's original
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < count; i++)
    sum += to[i] = i;
  return sum;
}
void slots(int *of, long count) {
// LOOPS: printers.c:[[@LINE+3]]: loop in slots: left: {{.+}}
// JUDGED: printers.c:[[@LINE+2]]: loop in slots: left: {{.+}}
// JUDGED-NEXT: runs in phases
#pragma omp parallel for
  for (long i = 0; i < count; i++)
    of[number()]++;
}
_Thread_local long own;
void count(long *of, long count) {
// LOOPS: printers.c:[[@LINE+4]]: loop in count: left: {{.+}}
// LOOPS-NEXT: no phases: the loop reaches a threadprivate or thread-local variable
// JUDGED: loop in count: left: {{.+}}
// JUDGED-NEXT: runs as strands
#pragma omp parallel for
  for (long i = 0; i < count; i++)
    of[i] = own++;
}
// FUNCTIONS-DAG: first: is never promoted in, only reads{{$}}
long first(const long *of) { return *of; }
