// Captures by reference cost a loop of plain code nothing: it is vectorised as the serial one is. Iterations that may
// synchronise, or that ask who runs them, promise nothing.
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=__tactus_
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -S -emit-llvm -o - %s | FileCheck %s --check-prefix=CLAIM
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

// The claim stands in the metadata of the loops of bytes and ofMathematics only.
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}5bytesE{{.*}}3runE
// CLAIM: !llvm.loop [[BYTES:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}9ofAtomicsE{{.*}}3runE
// CLAIM: !llvm.loop [[ATOMICS:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}9ofThreadsE{{.*}}3runE
// CLAIM: !llvm.loop [[THREADS:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}8ofOthersE{{.*}}3runE
// CLAIM: !llvm.loop [[OTHERS:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}13ofMathematicsE{{.*}}3runE
// CLAIM: !llvm.loop [[MATHEMATICS:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}7ofGammaE{{.*}}3runE
// CLAIM: !llvm.loop [[GAMMA:![0-9]+]]
// CLAIM: define internal {{.*}}CanonicalLoop{{.*}}16ofOwnMathematicsE{{.*}}3runE
// CLAIM: !llvm.loop [[OWN:![0-9]+]]
// CLAIM: [[BYTES]] = distinct !{[[BYTES]], [[PROGRESS:![0-9]+]], [[CLAIM:![0-9]+]]}
// CLAIM: [[CLAIM]] = !{!"tactus.independent", i32 1}
// CLAIM: [[ATOMICS]] = distinct !{[[ATOMICS]], [[PROGRESS]]}
// CLAIM: [[THREADS]] = distinct !{[[THREADS]], [[PROGRESS]]}
// CLAIM: [[OTHERS]] = distinct !{[[OTHERS]], [[PROGRESS]]}
// CLAIM: [[MATHEMATICS]] = distinct !{[[MATHEMATICS]], [[PROGRESS]], [[CLAIM]]}
// CLAIM: [[GAMMA]] = distinct !{[[GAMMA]], [[PROGRESS]]}
// CLAIM: [[OWN]] = distinct !{[[OWN]], [[PROGRESS]]}
