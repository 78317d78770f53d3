// gdb stops inside calls that are promoted and in second branches, walks through the return stubs to main, steps out over one, and
// the program ends as without it. A stub is a "signal handler" to unwinders (runtime/return_stubs.S).
// REQUIRES: gdb
// RUN: %tactus-clangxx -std=c++20 -O0 -g %s -o %t0
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break deepest" -ex run -ex "backtrace -frame-info short-location" -ex "break second if n == 2" -ex continue -ex "print n" -ex "backtrace -frame-info short-location" -ex continue %t0 2>&1 | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %tactus-clangxx -std=c++20 -O2 -g %s -o %t2
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break deepest" -ex run -ex "backtrace -frame-info short-location" -ex "break second if n == 2" -ex continue -ex "print n" -ex "backtrace -frame-info short-location" -ex continue %t2 2>&1 | FileCheck %s
// RUN: env TACTUS_WORKERS=1 TACTUS_PROMOTE=all gdb --batch -nx -ex "break deepest" -ex run -ex "finish" -ex "finish" -ex "backtrace -frame-info short-location" -ex continue %t2 2>&1 | FileCheck %s --check-prefix=OUT

// CHECK: Breakpoint 1, deepest ()
// CHECK: #0 deepest ()
// CHECK: <signal handler called>
// CHECK: chain (n=1)
// CHECK: <signal handler called>
// CHECK: chain (n=2)
// CHECK: <signal handler called>
// CHECK: chain (n{{.*}}=3)
// CHECK: in main ()
// CHECK: Breakpoint 2, second (n{{.*}}=2)
// CHECK: = 2
// CHECK: #0 second (n{{.*}}=2)
// CHECK-NOT: chain (n=1)
// O0: chain (n=2)
// CHECK: <signal handler called>
// CHECK: chain (n{{.*}}=3)
// CHECK: main ()
// CHECK: 1006
// CHECK: exited normally

// OUT: Breakpoint 1, deepest ()
// OUT: Run till exit
// OUT: Run till exit
// OUT: #0
// OUT: <signal handler called>
// OUT: main ()
// OUT: 1006
// OUT: exited normally
#include <cstdio>
#include <tactus/tactus.hpp>

__attribute__((noinline)) static long deepest() {
  long n = 1000;
  asm volatile("" : "+r"(n));
  return n;
}
__attribute__((noinline)) static long second(long n) {
  asm volatile("" : "+r"(n));
  return n;
}
// Each level forks, and its first branch is the next level.
__attribute__((noinline)) static long chain(long n) {
  if (n == 0)
    return deepest();
  auto [a, b] = tactus::par([=] { return chain(n - 1); }, [=] { return second(n); });
  return a + b;
}
int main() {
  std::printf("%ld\n", chain(3));
  return 0;
}
