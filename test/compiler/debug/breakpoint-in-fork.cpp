// gdb stops inside calls that are promoted and in second branches, walks through the return stubs to main, steps out over
// stubs, and the program ends as without it. A stub is a "signal handler" to unwinders (runtime/frames/return_stubs.S).
// REQUIRES: gdb
// RUN: %tactus-clangxx -std=c++20 -O0 -g %s -o %t0
// RUN: env TACTUS_WORKERS=1 TACTUS_CHAOS=1 gdb --batch -nx -ex "break deepest" -ex run -ex "backtrace -frame-info short-location" -ex "break second if n == 2" -ex continue -ex "print n" -ex "backtrace -frame-info short-location" -ex continue %t0 2>&1 | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -O2 -g %s -o %t2
// RUN: env TACTUS_WORKERS=1 TACTUS_CHAOS=1 gdb --batch -nx -ex "break deepest" -ex run -ex "backtrace -frame-info short-location" -ex "break second if n == 2" -ex continue -ex "print n" -ex "backtrace -frame-info short-location" -ex continue %t2 2>&1 | FileCheck %s
// RUN: env TACTUS_WORKERS=1 TACTUS_CHAOS=1 gdb --batch -nx -ex "break deepest" -ex run -ex finish -ex "break second if n == 3" -ex continue -ex "print n" -ex continue %t2 2>&1 | FileCheck %s --check-prefix=OUT

// Some forks promote themselves when they poll; others are promoted from further in, by a stub.
// CHECK: Breakpoint 1, deepest ()
// CHECK: #0 deepest ()
// CHECK: chain (n=1)
// CHECK: chain (n=2)
// CHECK: <signal handler called>
// CHECK: chain (n{{.*}}=8)
// CHECK: in main ()
// CHECK: Breakpoint 2, second (n{{.*}}=2)
// CHECK: = 2
// CHECK: #0 second (n{{.*}}=2)
// CHECK-NOT: chain (n=1)
// CHECK: <signal handler called>
// CHECK: chain (n{{.*}}=8)
// CHECK: main ()
// CHECK: 1036
// CHECK: exited normally

// OUT: Breakpoint 1, deepest ()
// OUT: Value returned is {{.*}} = 1000
// OUT: Breakpoint 2, second (n{{.*}}=3)
// OUT: = 3
// OUT: 1036
// OUT: exited normally
#include <cstdio>
#include <tactus/tactus.hpp>

__attribute__((noinline)) static long leaf(long n) {
  asm volatile("" : "+r"(n));
  return n;
}
__attribute__((noinline)) static long deepest() { return leaf(1000); }
// Forks often enough for chaos mode to promote what is latent further out.
static long busy(long n) {
  if (n < 2)
    return leaf(0);
  auto [a, b] = tactus::par([=] { return busy(n - 1); }, [=] { return busy(n - 2); });
  return a + b;
}
__attribute__((noinline)) static long second(long n) {
  asm volatile("" : "+r"(n));
  return n;
}
// Each level forks, and its first branch is the next level.
__attribute__((noinline)) static long chain(long n) {
  if (n == 0)
    return busy(14) + deepest();
  auto [a, b] = tactus::par([=] { return chain(n - 1); }, [=] { return second(n); });
  return a + b;
}
int main() {
  std::printf("%ld\n", chain(8));
  return 0;
}
