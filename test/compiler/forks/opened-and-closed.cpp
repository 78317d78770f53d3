// A shared object with forks is opened, run with promotions, closed and opened again: its stack maps, its descriptors and the cache of
// landing pads come and go with it.
// RUN: %tactus-clangxx -std=c++20 -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %tactus-clangxx -std=c++20 -O2 %s -o %t -ldl
// RUN: cp %t.so %t.other.so
// RUN: env TACTUS_WORKERS=3 TACTUS_CHAOS=1 TACTUS_STATS=%t.json %t %t.so %t.other.so | FileCheck %s
// RUN: %python %S/../maps/Inputs/promoted.py %t.json
// RUN: env TACTUS_WORKERS=3 TACTUS_HEARTBEAT_US=1 %t %t.so %t.other.so | FileCheck %s
// CHECK-COUNT-20: {{^}}1597 caught 5{{$}}
#include <cstdio>
#ifdef LIBRARY
#include <cilk/cilk.h>
#include <tactus/tactus.hpp>
static long fib(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([&] { return fib(n - 1); }, [&] { return fib(n - 2); });
  return a + b;
}
static long throws(long n) {
  if (n == 0)
    throw 5;
  long a = cilk_spawn throws(n - 1);
  long b = fib(n);
  cilk_sync;
  return a + b;
}
extern "C" long library(long n, int *caught) {
  try {
    throws(10);
  } catch (int value) {
    *caught = value;
  }
  return fib(n);
}
#else
#include <dlfcn.h>
int main(int, char **paths) {
  for (int round = 0; round < 20; ++round) {
    void *library = dlopen(paths[1 + round % 2], RTLD_NOW | RTLD_LOCAL);
    auto function = library ? reinterpret_cast<long (*)(long, int *)>(dlsym(library, "library")) : nullptr;
    if (!function)
      return std::puts(dlerror()), 1;
    int caught = 0;
    long result = function(17, &caught);
    std::printf("%ld caught %d\n", result, caught);
    if (dlclose(library) || dlopen(paths[1 + round % 2], RTLD_NOW | RTLD_NOLOAD))
      return std::puts("still open"), 1;
  }
  return 0;
}
#endif
