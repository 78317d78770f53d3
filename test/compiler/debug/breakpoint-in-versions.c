// Both versions of a function that waits for interrupts have lines and names: a breakpoint at a line stands in both, gdb
// walks out of either to main, and signals that move the thread between them do not disturb it.
// REQUIRES: gdb
// RUN: %tactus-clang -fopenmp -O2 -g -ftactus-beat=interrupt %s -o %t
// RUN: llvm-nm %t > %t.names
// RUN: FileCheck --check-prefix=NAMES --input-file=%t.names %s
// RUN: env TACTUS_WORKERS=1 TACTUS_BEAT=timer TACTUS_HEARTBEAT_US=100 gdb --batch -nx -ex "break breakpoint-in-versions.c:32" -ex "delete 1" -ex "break middle" -ex run -ex backtrace -ex finish -ex 'info symbol $pc' -ex continue %t > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s

// NAMES-DAG: [[NAME:[A-Za-z_.]+]].beat
// NAMES-DAG: {{ }}[[NAME]]{{$}}

// CHECK: Breakpoint 1 at {{.*}}: breakpoint-in-versions.c:32. ({{[2-9]}} locations)
// CHECK: Breakpoint 2, middle (
// CHECK: {{^#[0-9]+ +.*}}main ()
// CHECK: middle(row);
// CHECK: + {{[0-9]+}} in section .text
// CHECK: right
// CHECK: exited normally
#include <stdio.h>

__attribute__((noinline)) static void middle(long row) { __asm__ volatile("" : : "r"(row)); }

static void sumRows(long *sums, long rows, long columns) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    sums[row] = row;
    if (row == rows / 3)
      middle(row);
#pragma omp parallel for
    for (long column = 0; column < columns; ++column)
      sums[row] += 0;
    for (long column = 0; column < columns; ++column)
      sums[row] += column & row;
  }
}

int main(void) {
  static long sums[3000];
  sumRows(sums, 3000, 1000);
  long expected = 1500;
  for (long column = 0; column < 1000; ++column)
    expected += column & 1500;
  puts(sums[1500] == expected ? "right" : "wrong");
  return 0;
}
