// What becomes of a fork is said where the user wrote it, not where the header did.
// RUN: %tactus-clangxx -std=c++20 -O1 -fno-caret-diagnostics -Rpass=tactus -c -o /dev/null %s 2>&1 | FileCheck %s
#include <tactus/tactus.hpp>

int leaf(int);
int other(int);
int peeled(int n) {
  // CHECK: remarks.cpp:[[@LINE+1]]:{{.*}}fork converted: its first branch is a call of _Z4leafi, 1 values recorded
  auto [a, b] = tactus::par([&] { return leaf(n) + 1; }, [&] { return leaf(n - 2); });
  return a + b;
}
int notPeeled(int n) {
  // CHECK: remarks.cpp:[[@LINE+1]]:{{.*}}fork converted: its first branch is a call of {{.*}}notPeeled
  auto [a, b] = tactus::par([&] { return leaf(n) + other(n); }, [&] { return leaf(n - 2); });
  return a + b;
}
int indirect(int (*f)(int)) {
  // CHECK: remarks.cpp:[[@LINE+1]]:{{.*}}fork converted: its first branch is an indirect call, 1 values recorded
  auto [a, b] = tactus::par([&] { return f(1); }, [&] { return f(2); });
  return a + b;
}
