// A beat that meets other code has its call return to the version that takes the beat: gdb, which is there between the two, walks
// from that code out to main through a frame of that version, and the program goes on as ever.
// REQUIRES: gdb
// RUN: %tactus-clang -fno-tactus -O2 -DFOREIGN -c %s -o %t.foreign.o
// RUN: %tactus-clang -fopenmp -O2 -ftactus-beat=interrupt %s %t.foreign.o -o %t
// RUN: env TACTUS_WORKERS=1 TACTUS_BEAT=timer TACTUS_HEARTBEAT_US=100 gdb --batch -nx -ex 'break behindWork if $_caller_matches(".*beat$", 2)' -ex run -ex backtrace -ex delete -ex continue %t > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s

// CHECK: Breakpoint 1, {{.*}}behindWork ()
// CHECK: {{^#1 .*}} in foreign ()
// CHECK-NEXT: {{^#2 .*}} in sumRows{{.*}}.beat (
// CHECK-NOT: corrupt
// CHECK: {{^#[0-9]+ +.*}}main ()
// CHECK: right
// CHECK: exited normally
#ifdef FOREIGN
__attribute__((noinline)) void behindWork(void) { __asm__ volatile(""); }

long foreign(long seed) {
  for (long step = 0; step < 1000000; ++step)
    seed = seed * 6364136223846793005 + 1442695040888963407;
  behindWork();
  return seed;
}
#else
#include <stdio.h>

long foreign(long seed);

static void sumRows(unsigned long *sums, long rows) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row)
    sums[row] = (unsigned long)foreign(row);
}

int main(void) {
  enum { Rows = 100 };
  unsigned long sums[Rows], sum = 0, expected = 0;
  sumRows(sums, Rows);
  for (long row = 0; row < Rows; ++row) {
    sum += sums[row];
    expected += (unsigned long)foreign(row);
  }
  puts(sum == expected ? "right" : "wrong");
  return 0;
}
#endif
