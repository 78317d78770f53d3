// A function that forks and otherwise only reads is called as in the serial program: what is loaded behind its last call
// may be loaded before it, and the recursion becomes a loop. What it writes, or throws, is written and thrown still.
// RUN: %tactus-clangxx -std=c++20 -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

struct Node {
  Node *left, *right;
  long value;
};

// CHECK-LABEL: define{{.*}} @_Z3sumPK4Node(
// CHECK: invoke{{.*}} @_Z3sumPK4Node(
// CHECK-NOT: call{{.*}} @_Z3sumPK4Node(
// CHECK: {{^}}}
long sum(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return sum(node->left); }, [=] { return sum(node->right); });
  return node->value + left + right;
}

// CHECK-LABEL: define{{.*}} @_Z5tasksPK4Node(
// CHECK: invoke{{.*}} @_Z5tasksPK4Node(
// CHECK-NOT: call{{.*}} @_Z5tasksPK4Node(
// CHECK: {{^}}}
long tasks(const Node *node) {
  if (!node)
    return 0;
  long left, right;
#pragma omp task shared(left)
  left = tasks(node->left);
  right = tasks(node->right);
#pragma omp taskwait
  return node->value + left + right;
}

// Also where two additions stand behind the last call.
// CHECK-LABEL: define{{.*}} @_Z4lastPK4Node(
// CHECK: invoke{{.*}} @_Z4lastPK4Node(
// CHECK-NOT: call{{.*}} @_Z4lastPK4Node(
// CHECK: {{^}}}
long last(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return last(node->left); }, [=] { return last(node->right); });
  return left + right + node->value;
}

// Its callers know it as well: the second call is the first.
// CHECK-LABEL: define{{.*}} @_Z5twicePK4Node(
// CHECK: call{{.*}} @_Z3sumPK4Node(
// CHECK-NOT: @_Z3sumPK4Node(
// CHECK: {{^}}}
long twice(const Node *node) { return sum(node) + sum(node); }

// The value that is added is the one that the second branch has left.
// CHECK-LABEL: define{{.*}} @_Z5countP4Node(
// CHECK: %[[RIGHT:[0-9]+]] = {{(tail )?}}call{{.*}} @_Z5countP4Node(
// CHECK: load i64
// CHECK: {{^}}}
long count(Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return count(node->left); },
                                   [=] {
                                     ++node->value;
                                     return count(node->right);
                                   });
  return node->value + left + right;
}

// What is called may throw, and may write.
long weigh(const Node *node);
// CHECK-LABEL: define{{.*}} @_Z6weightPK4Node(
// CHECK: call{{.*}} @_Z6weightPK4Node(
// CHECK: {{^}}}
long weight(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return weight(node->left) + weigh(node); }, [=] { return weight(node->right); });
  return node->value + left + right;
}

// Another file's definition may be the one that runs.
// CHECK-LABEL: define{{.*}} @_Z5looseIiElPK4Node(
// CHECK: call{{.*}} @_Z5looseIiElPK4Node(
// CHECK: {{^}}}
template <class T> long loose(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = tactus::par([=] { return loose<T>(node->left); }, [=] { return loose<T>(node->right); });
  return node->value + left + right;
}
template long loose<int>(const Node *);
