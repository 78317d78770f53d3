// Forks under AddressSanitizer: promoted, with exceptions through promoted frames, and the walk asks the unwinder a bounded number of
// times although every frame is realigned. An error in a first branch is reported with its way to main.
// RUN: %tactus-clangxx -std=c++20 -O0 -g -fsanitize=address -ftactus-verify %s -o %t0
// RUN: env TACTUS_WORKERS=3 TACTUS_CHAOS=1 TACTUS_STATS=%t.json %t0 | FileCheck %s --check-prefix=RIGHT
// RUN: %python %S/../maps/Inputs/promoted.py %t.json
// RUN: env TACTUS_WORKERS=2 TACTUS_HEARTBEAT_US=1 TACTUS_STATS=%t.json %t0 | FileCheck %s --check-prefix=RIGHT
// RUN: %python -c "import json; c = json.load(open('%t.json'))['counters']; assert c['unwinds'] <= 64 * c['walks'] + 64, c"
// RUN: %tactus-clangxx -std=c++20 -O2 -g -fsanitize=address,undefined -ftactus-verify %s -o %t2
// RUN: env TACTUS_WORKERS=3 TACTUS_CHAOS=1 TACTUS_STATS=%t.json %t2 | FileCheck %s --check-prefix=RIGHT
// RUN: %python %S/../maps/Inputs/promoted.py %t.json
// RUN: not env TACTUS_WORKERS=2 TACTUS_CHAOS=1 %t2 wrong 2>&1 | FileCheck %s --check-prefix=WRONG
// RIGHT: 610 7 1500
// WRONG: ERROR: AddressSanitizer: heap-buffer-overflow
// WRONG: in fib(long, long*)
// WRONG: in main
#include <cstdio>
#include <tactus/tactus.hpp>

static long fib(long n, long *limit) {
  if (n < 2)
    return n + limit[0];
  auto [a, b] = tactus::par([&] { return fib(n - 1, limit); }, [&] { return fib(n - 2, limit); });
  return a + b;
}
static long throwing(long n) {
  if (n == 0)
    throw 7L;
  long local[4] = {n, 1, 2, 3};
  auto [a, b] = tactus::par([&] { return throwing(n - 1) + local[0]; }, [&] { return fib(3, &local[0]); });
  return a + b;
}
static long deep(long n) {
  if (n == 0)
    return 0;
  auto [a, b] = tactus::par([&] { return deep(n - 1); }, [&] { return n / n; });
  return a + b;
}
int main(int argc, char **) {
  auto *limit = new long[1]{0};
  long caught = 0;
  try {
    throwing(40);
  } catch (long value) {
    caught = value;
  }
  std::printf("%ld %ld %ld\n", fib(15, limit + (argc > 1)), caught, deep(1500));
  delete[] limit;
  return 0;
}
