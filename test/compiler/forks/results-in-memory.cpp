// A result that the stub does not save goes through a thunk. An argument that is passed on the stack needs none.
// RUN: %tactus-clangxx -std=c++20 -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

struct Block {
  long words[4];
};
long double extended(int);
long byValue(Block);
int small(int);

// CHECK-LABEL: define{{.*}} @_Z8longDubli(
// CHECK: invoke{{.*}} void @_Z8longDubli.branch({{.*}} [ "deopt"(i64 3
long double longDubl(int n) {
  auto [a, b] = tactus::par([&] { return extended(n); }, [&] { return small(n); });
  return a + b;
}

// CHECK-LABEL: define{{.*}} @_Z5valueR5Block(
// CHECK: invoke{{.*}} @_Z7byValue5Block(ptr {{.*}}byval(%struct.Block) {{.*}} [ "deopt"(i64 3
long value(Block &block) {
  auto [a, b] = tactus::par([&] { return byValue(block); }, [&] { return small(1); });
  return a + b;
}
