// What the callee does before it may return happens once: no question is asked where that could be seen. Nor where the
// function must not be inlined.
// RUN: %tactus-clangxx -std=c++20 -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_returns_early
#include <tactus/tactus.hpp>

long calls;

// CHECK-LABEL: define {{.*}}@_Z7countedj(
// CHECK: load i64, ptr @calls
// CHECK: store i64 {{.*}}, ptr @calls
// CHECK: icmp ult i32 %{{.*}}, 2
// CHECK-NOT: @calls
// CHECK-NOT: icmp ult
// CHECK: asm sideeffect "movq tactus_credit
unsigned long counted(unsigned n) {
  ++calls;
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return counted(n - 1); }, [=] { return counted(n - 2); });
  return a + b;
}

// CHECK-LABEL: define {{.*}}@_Z6calledj(
// CHECK: icmp ult i32 %{{.*}}, 2
// CHECK-NOT: icmp
// CHECK: asm sideeffect "movq tactus_credit
__attribute__((noinline)) unsigned long called(unsigned n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return called(n - 1); }, [=] { return called(n - 2); });
  return a + b;
}
