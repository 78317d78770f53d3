// The hot path of a fork at every call: serial code, the credit check, and one store for the recorded value.
// RUN: %tactus-clangxx -std=c++20 -O3 -S -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

// CHECK-LABEL: _Z3fibl:
// CHECK:      leaq -1([[N:%r..]]), %rdi
// CHECK-NEXT: movq tactus.fork.{{[0-9a-f]+}}+40(%rip), [[WEIGHT:%r..]]
// CHECK:      movq tactus_credit@GOTTPOFF(%rip), %rax
// CHECK-NEXT: subq [[WEIGHT]], %fs:(%rax)
// CHECK:      js
// CHECK:      movq [[N]], {{[0-9]*}}(%rsp)
// CHECK-NEXT: .Ltmp
// CHECK-NEXT: callq _Z3fibl
// CHECK-NEXT: .Ltmp
// CHECK-NOT:  call
// CHECK:      j{{g|ge|a|ae}} .LBB
long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
  return a + b;
}
