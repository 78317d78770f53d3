// The second recursion becomes a loop, as it does in the sequential program; where it cannot, its call is in the stack map.
// RUN: %tactus-clangxx -std=c++20 -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <algorithm>
#include <tactus/tactus.hpp>

// CHECK-LABEL: define{{.*}} @_Z3suml(
// CHECK: invoke{{.*}} @_Z3suml(
// CHECK-NOT: call{{.*}} @_Z3suml(
// CHECK: }
long sum(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return sum(n - 1); }, [&] { return sum(n - 2); });
  return a + b;
}

// CHECK-LABEL: define{{.*}} @_Z5depthl(
// CHECK: call{{.*}} @_Z5depthl({{.*}} [ "deopt"() ]
long depth(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return depth(n - 1); }, [&] { return depth(n - 2); });
  return std::max(a, b) + 1;
}
