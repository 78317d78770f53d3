// A first branch makes just one call also where its argument comes out of a smart pointer, whose functions are inlined
// later. So it is no function of its own, and what it captures is in registers.
// RUN: %tactus-clangxx -std=c++20 -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

#include <array>
#include <memory>

struct Node {
  long value;
  std::unique_ptr<Node> left, right;
};

// CHECK-LABEL: define{{.*}} @_Z3sumPK4Node(
// CHECK: invoke{{.*}} i64 @_Z3sumPK4Node({{.*}} [ "deopt"(i64 3
long sum(const Node *node) {
  if (!node)
    return 0;
  long left, right;
  tactus::parallel_invoke([&] { left = sum(node->left.get()); }, [&] { right = sum(node->right.get()); });
  return node->value + left + right;
}

long leaf(long);
void fail() __attribute__((noreturn));

// What throws behind the call would leave the fork without a join; so would an accessor that throws.
// CHECK-LABEL: define{{.*}} @_Z6throwsl(
// CHECK: invoke{{.*}} void @{{.*}}throws{{.*}} [ "deopt"(i64 3
long throws(long n) {
  long left, right;
  tactus::parallel_invoke(
      [&] {
        if ((left = leaf(n)) < 0)
          fail();
      },
      [&] { right = leaf(n + 1); });
  return left + right;
}

// CHECK-LABEL: define{{.*}} @_Z6checkslRSt5array
// CHECK: invoke{{.*}} void @{{.*}}checks{{.*}} [ "deopt"(i64 3
long checks(long n, std::array<long, 4> &values) {
  long left, right;
  tactus::parallel_invoke([&] { left = values.at(static_cast<unsigned long>(leaf(n))); },
                          [&] { right = leaf(n + 1); });
  return left + right;
}
