// Captures by reference cost a loop of plain code nothing: it is vectorised as the serial one is. Iterations that may
// synchronise, or that ask who runs them, promise nothing.
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_ --implicit-check-not='{{of(Atomics|Threads|Others|Gamma).*[.]once}}'
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -S -emit-llvm -o - %s | FileCheck %s --check-prefix=ONCE
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --check-prefix=O0 --implicit-check-not=__tactus_
#include <tactus/tactus.hpp>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

// O0: define {{.*}}@bytes

// CHECK-LABEL: define {{.*}}@bytes
// CHECK: store <{{[0-9]+}} x i8>
extern "C" void bytes(std::vector<std::uint8_t> &from, std::vector<std::uint8_t> &to, int width, int y) {
  tactus::parallel_for(0, width, [&](int x) { to[y * width + x] = from[y * width + x] ^ 1; });
}

// The version for one iteration, which all others promise that they are not, is there only with the promise.
extern "C" void ofAtomics(int n, std::atomic<int> &next, int *out) {
  tactus::parallel_for(0, n, [&](int) { out[next++] = 1; });
}

thread_local int counter;
extern "C" void ofThreads(int n) {
  tactus::parallel_for(0, n, [&](int i) { counter += i; });
}

extern "C" float others(float);
extern "C" void ofOthers(int n, float *out) {
  tactus::parallel_for(0, n, [&](int i) { out[i] = others(out[i]); });
}

// All that a sine writes is errno, of which each thread has its own: what is captured is read once.
// CHECK-LABEL: define {{.*}}@ofMathematics
// CHECK: load float, ptr %2
// CHECK-NOT: load float, ptr %2
// CHECK: @sinf(
// CHECK-NOT: load float, ptr %2
// ONCE: ofMathematics{{.*}}.once
extern "C" void ofMathematics(int n, std::vector<float> &out, const float &scale) {
  tactus::parallel_for(0, n, [&](int i) { out[i] = scale * std::sin(out[i]); });
}

// It also says which sign it has found, to all threads.
extern "C" void ofGamma(int n, double *out) {
  tactus::parallel_for(0, n, [&](int i) { out[i] = ::lgamma(out[i]); });
}
// CHECK-LABEL: define {{.*}}@last
extern "C" void last() {}

// A function of such a name whose code is here does what its code says.
// CHECK-LABEL: define {{.*}}@ofOwnMathematics
std::atomic<int> calls;
extern "C" __attribute__((noinline)) double cbrt(double x) noexcept { return x + ++calls; }
extern "C" void ofOwnMathematics(int n, double *out) {
  tactus::parallel_for(0, n, [&](int i) { out[i] = ::cbrt(out[i]); });
}
