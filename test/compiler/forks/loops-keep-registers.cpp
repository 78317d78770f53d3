// Recursion behind a fork becomes a loop, whose counter stays one variable; what a promoted call has returned waits in the
// frame. So the function saves the two registers that the serial one saves.
// RUN: %tactus-clangxx -std=c++20 -O3 -ftactus-beat=interrupt -S %s -o %t.s
// RUN: FileCheck --input-file=%t.s %s
#include <tactus/tactus.hpp>

// CHECK: {{^}}_Z3fibj.forks:
// CHECK: pushq %r14
// CHECK: pushq %rbx
// CHECK-NOT: pushq %r
// CHECK: cmpl $2, %r14d
// CHECK-NEXT: #NO_APP
// CHECK-NEXT: je
// CHECK: callq _Z3fibj.forks
// CHECK: retq
unsigned long fib(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}
