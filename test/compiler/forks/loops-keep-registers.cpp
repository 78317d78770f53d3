// Recursion behind a fork becomes a loop, whose counter stays one variable; what a promoted call has returned waits in the
// frame. So the function saves the two registers that the serial one saves, polled or not.
// RUN: %tactus-clangxx -std=c++20 -O3 -S %s -o - | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -O3 -ftactus-beat=interrupt -S %s -o - | FileCheck %s
#include <tactus/tactus.hpp>

// CHECK: _Z3fibj{{(.forks)?}}:
// CHECK: pushq
// CHECK-NEXT: .cfi_def_cfa_offset 24
// CHECK: pushq
// CHECK-NEXT: .cfi_def_cfa_offset 32
// CHECK-NOT: pushq %{{r15|r12|r13|rbp}}
// CHECK: cmpl $2, %r
// CHECK: callq _Z3fibj
// CHECK: retq
unsigned long fib(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}
