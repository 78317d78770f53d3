// Iterations that may poll, by themselves or in what they call, must find their loop linked; the others need not, and
// the compiler says which is which before anything is inlined, without optimisation as well.
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_is_leaf
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_is_leaf
#include <tactus/tactus.hpp>
#include <cmath>

void elsewhere(int);
static __attribute__((noinline)) void callsElsewhere(int i) { elsewhere(i); }

// CHECK-LABEL: define {{.*}}@ofLibraryCalls
// CHECK-NOT: LoopStrand
// CHECK: {{call|invoke}} {{.*}}LeafStrips
// CHECK-NOT: LoopStrand
extern "C" void ofLibraryCalls(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { x[i] = std::exp(x[i]); });
}

// CHECK-LABEL: define {{.*}}@ofUnknownCalls
// CHECK-NOT: LeafStrips
// CHECK: {{call|invoke}} {{.*}}LoopStrand
// CHECK-NOT: LeafStrips
extern "C" void ofUnknownCalls(int n) {
  tactus::parallel_for(0, n, [](int i) { callsElsewhere(i); });
}

// CHECK-LABEL: define {{.*}}@ofForks
// CHECK-NOT: LeafStrips
// CHECK: {{call|invoke}} {{.*}}LoopStrand
// CHECK-NOT: LeafStrips
extern "C" void ofForks(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { tactus::par([=] { x[2 * i] = 0; }, [=] { x[2 * i + 1] = 1; }); });
}

// CHECK-LABEL: define {{.*}}@last
extern "C" void last() {}
