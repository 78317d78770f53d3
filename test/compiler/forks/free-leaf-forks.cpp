// A fork whose first branch returns at once, and after which nothing is left but to return, pays nothing: the question
// comes before the charge. Where a call, a loop or the same fork may follow, it pays: beats must be seen.
// RUN: %tactus-clangxx -std=c++20 -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

// LLVM knows that the second branch returns, too: n is 2.
// CHECK-LABEL: define {{.*}}@_Z3fibj(
// CHECK: asm "cmpl $2, $1", "={@cce},{{.*}}(i32 %{{[0-9]+}}, i32 2)
// CHECK-NEXT: %[[LEAF:[0-9]+]] = trunc
// CHECK-NEXT: br i1 %[[LEAF]], label %[[RETURNS:[0-9]+]], label %[[CHARGED:[0-9]+]]
// CHECK: [[CHARGED]]:
// CHECK-NEXT: load atomic i64
// CHECK-NEXT: asm sideeffect "movq tactus_credit
// CHECK: {{^}}}
unsigned long fib(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

// The next fork behind an answer of yes pays.
// CHECK-LABEL: define {{.*}}@_Z5tribbj(
// CHECK: icmp eq i32 %{{[0-9]+}}, 3
// CHECK-NEXT: br i1
// CHECK: asm sideeffect "movq tactus_credit
// CHECK: {{^}}}
unsigned long tribb(unsigned n) {
  if (n < 3)
    return n;
  auto [a, b] = tactus::par([=] { return tribb(n - 1); }, [=] { return n; });
  auto [c, d] = tactus::par([=] { return tribb(n - 3); }, [=] { return n; });
  return a + b + c + d;
}

// A call follows, which may take any time.
unsigned long other(unsigned n);
// CHECK-LABEL: define {{.*}}@_Z6calledj(
// CHECK-NOT: icmp eq
// CHECK: asm sideeffect "movq tactus_credit
// CHECK: icmp eq i32 %{{[0-9]+}}, 2
// CHECK-NEXT: br i1
// CHECK: {{^}}}
unsigned long called(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return called(n - 1); }, [=] { return other(n); });
  return a + b;
}

// So does a loop.
// CHECK-LABEL: define {{.*}}@_Z6loopedjPl(
// CHECK-NOT: icmp eq
// CHECK: asm sideeffect "movq tactus_credit
// CHECK: icmp eq i32 %{{[0-9]+}}, 2
// CHECK-NEXT: br i1
// CHECK: {{^}}}
unsigned long looped(unsigned n, long *values) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return looped(n - 1, values); },
                            [=] {
                              unsigned long steps = 0;
                              for (long *value = values; *value; value += *value)
                                ++steps;
                              return steps;
                            });
  return a + b;
}

// And the same fork again: the second branch has become a loop, and every first branch of a list is short.
struct Node {
  const Node *left, *right;
};
// CHECK-LABEL: define {{.*}}@_Z5countPK4Node(
// CHECK: phi ptr
// CHECK-NOT: icmp
// CHECK: asm sideeffect "movq tactus_credit
// CHECK: icmp eq ptr %{{[0-9]+}}, null
// CHECK-NEXT: br i1
// CHECK: {{^}}}
long count(const Node *node) {
  if (!node)
    return 1;
  auto [left, right] = tactus::par([=] { return count(node->left); }, [=] { return count(node->right); });
  return left + right;
}
