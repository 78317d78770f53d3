// Before a fork comes the question whether its first branch returns at once, as a copy of the callee's; if so, nothing is
// recorded or called. The fork is charged before, so that a recursion whose first branches are all like that sees its beats.
// RUN: %tactus-clangxx -std=c++20 -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_returns_early
// RUN: %tactus-clangxx -std=c++20 -O0 -S -emit-llvm -o - %s | FileCheck %s --check-prefix=O0 --implicit-check-not=__tactus_returns_early
#include <tactus/tactus.hpp>

struct Node {
  const Node *left, *right;
  long value;
};

// CHECK-LABEL: define {{.*}}@_Z3sumPK4Node(
// CHECK: %[[LEFT:[0-9]+]] = load ptr, ptr
// CHECK: asm sideeffect "movq tactus_credit
// CHECK: invoke {{.*}}@_Z3sumPK4Node(ptr {{.*}}%[[LEFT]])
// The question, asked where the fork is charged or has been polled for: is the left child null?
// CHECK: icmp eq ptr %[[LEFT]], null
// CHECK-NEXT: br i1
// CHECK: {{^}}}

// O0-LABEL: define {{.*}}@_Z3sumPK4Node(
long sum(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return sum(node->left); }, [=] { return sum(node->right); });
  return left + right + node->value;
}
