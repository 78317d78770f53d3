// A function that must not be inlined becomes a loop all the same: only a call that says so itself stays a call.
// RUN: %tactus-clangxx -std=c++20 -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

// CHECK-LABEL: define {{.*}}i64 @_Z3fibj(
// CHECK-NOT: call {{.*}}@_Z3fibj(
// CHECK: {{^}}}
__attribute__((noinline)) unsigned long fib(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}
