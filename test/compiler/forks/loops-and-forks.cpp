// A fork in a parallel loop's body is recorded behind the loop, and a loop below a fork's branches is found through them.
// RUN: %tactus-clangxx -std=c++20 -fopenmp -O2 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -fopenmp -O2 -DMAIN %s -o %t
// RUN: env TACTUS_HEARTBEAT_US=0 %t > %t.serial
// RUN: env TACTUS_WORKERS=3 TACTUS_CHAOS=5 %t | diff %t.serial -
// RUN: env TACTUS_WORKERS=4 TACTUS_PROMOTE=all %t | diff %t.serial -
#include <cstdio>
#include <tactus/tactus.hpp>

// CHECK: invoke{{.*}} @_Z4workPli({{.*}} [ "deopt"(i64 1, i64 {{.*}}, ptr {{.*}}, i64 3, i64
__attribute__((noinline)) long work(long *data, int n) {
  if (n < 4)
    return data[n];
  long part = 0;
#pragma omp parallel for reduction(+ : part)
  for (int i = 0; i < n; ++i)
    part += data[i] * i;
  auto [a, b] = tactus::par([=] { return work(data, n / 2); }, [=] { return work(data + n / 2, n / 2); });
  return part + a * 3 + b;
}
void all(long *data, long *results, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    auto [a, b] = tactus::par([=] { return work(data, 60 + i); }, [=] { return work(data + i, 40); });
    results[i] = a * 7 + b;
  }
}
#ifdef MAIN
int main() {
  static long data[1000], results[100];
  for (int i = 0; i < 1000; ++i)
    data[i] = i * 37 % 101;
  all(data, results, 100);
  for (long result : results)
    std::printf("%ld\n", result);
}
#endif
