// What gdb knows in an iteration that a task runs, and in the rest behind a spawn that one runs: lines, inlined frames,
// variables of the loop, captured ones, and those of the function that spawned.
// REQUIRES: gdb
// RUN: %tactus-clangxx -fopenmp -O0 -g %s -o %t0
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break seen if n == 90" -ex run -ex up -ex "print index" -ex bt -ex delete -ex "break last if n == 5" -ex continue -ex up -ex "print twice" -ex "print values[1]" -ex bt %t0 2>&1 | FileCheck %s
// RUN: %tactus-clangxx -fopenmp -O1 -g %s -o %t1
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break seen if n == 90" -ex run -ex up -ex "print index" -ex bt -ex delete -ex "break last if n == 5" -ex continue -ex up -ex "print twice" -ex "print values[1]" -ex bt %t1 2>&1 | FileCheck %s
// RUN: %tactus-clangxx -fopenmp -O2 -g %s -o %t2
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break seen if n == 90" -ex run -ex up -ex "print index" -ex bt -ex delete -ex "break last if n == 5" -ex continue -ex up -ex "print twice" -ex "print values[1]" -ex bt %t2 2>&1 | FileCheck %s

// CHECK: Breakpoint 1, seen (n{{.*}}=90)
// CHECK: {{.*}} in {{.*}}variables-in-tasks.cpp:41
// CHECK: $1 = 90
// CHECK: #1 {{.*}}variables-in-tasks.cpp:41
// CHECK: limit=7000
// CHECK: loop(long){{.*}}.run{{.*}}variables-in-tasks.cpp:38
// CHECK: in main () at
// CHECK: Breakpoint 2, last (n{{.*}}=5)
// CHECK: $2 = 4
// CHECK: $3 = 4
// CHECK: #1 {{.*}}both{{.*}}rest{{.*}}variables-in-tasks.cpp:52
// CHECK: in both ({{.*}}) at {{.*}}variables-in-tasks.cpp:50
#include <cilk/cilk.h>
#include <cstdio>

static long squares[100];

__attribute__((noinline)) static void seen(long n) {
  asm volatile("" ::"r"(n) : "memory");
  squares[n] += n;
}
__attribute__((noinline)) static long last(long n) {
  asm volatile("" : "+r"(n));
  return n;
}

__attribute__((noinline)) static void loop(long limit) {
#pragma omp parallel for
  for (long i = 0; i < 100; i++) {
    long index = i;
    seen(index);
    squares[index] += index < limit;
  }
}

__attribute__((noinline)) static long both(long n) {
  long twice = 2 * n;
  long values[3] = {n, twice, 7};
  asm volatile("" ::"r"(values) : "memory");
  long x = cilk_spawn last(twice + n);
  long local = values[1] + twice - 3;
  long y = last(local) + twice;
  values[2] += y;
  cilk_sync;
  return x + y + values[1];
}

int main() {
  loop(7000);
  std::printf("%ld %ld\n", both(2), squares[99]);
  return 0;
}
