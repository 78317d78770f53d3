// Iterations that may poll, by themselves or in what they call, have their loop in the maps of their calls; the others
// need not, and the compiler says which is which before anything is inlined, without optimisation as well.
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_loop
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_loop
#include <tactus/tactus.hpp>
#include <cmath>

void elsewhere(int);
static __attribute__((noinline)) void callsElsewhere(int i) { elsewhere(i); }

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}ofLibraryCalls{{.*}}3runE
// CHECK-NOT: "deopt"(i64 1
// CHECK: @tactus_poll({{.*}}"deopt"(i64 2
extern "C" void ofLibraryCalls(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { x[i] = std::exp(x[i]); });
}

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}ofUnknownCalls{{.*}}3runE
// CHECK: "deopt"(i64 1
extern "C" void ofUnknownCalls(int n) {
  tactus::parallel_for(0, n, [](int i) { callsElsewhere(i); });
}

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}ofForks{{.*}}3runE
// CHECK: "deopt"(i64 1
extern "C" void ofForks(int n, double *x) {
  tactus::parallel_for(0, n, [=](int i) { tactus::par([=] { x[2 * i] = 0; }, [=] { x[2 * i + 1] = 1; }); });
}

