// Iterations that may poll, by themselves or in what they call, have their loop in the maps of their calls; the others
// need not, and the compiler says which is which before anything is inlined, without optimisation as well.
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_is_leaf --implicit-check-not=__tactus_iterate
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_is_leaf --implicit-check-not=__tactus_iterate
#include <tactus/tactus.hpp>
#include <cmath>

void elsewhere(int);
static __attribute__((noinline)) void callsElsewhere(int i) { elsewhere(i); }

// CHECK-LABEL: define {{.*}}@ofLibraryCalls
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE1E}}
// CHECK: {{call|invoke}} {{.*}}CompiledLoop{{.*}}LNS0_6InsideE0E
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE1E}}
extern "C" void ofLibraryCalls(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { x[i] = std::exp(x[i]); });
}

// CHECK-LABEL: define {{.*}}@ofUnknownCalls
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE0E}}
// CHECK: {{call|invoke}} {{.*}}CompiledLoop{{.*}}LNS0_6InsideE1E
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE0E}}
extern "C" void ofUnknownCalls(int n) {
  tactus::parallel_for(0, n, [](int i) { callsElsewhere(i); });
}

// CHECK-LABEL: define {{.*}}@ofForks
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE0E}}
// CHECK: {{call|invoke}} {{.*}}CompiledLoop{{.*}}LNS0_6InsideE1E
// CHECK-NOT: {{CompiledLoop.*LNS0_6InsideE0E}}
extern "C" void ofForks(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { tactus::par([=] { x[2 * i] = 0; }, [=] { x[2 * i + 1] = 1; }); });
}

// CHECK-LABEL: define {{.*}}@last
extern "C" void last() {}
