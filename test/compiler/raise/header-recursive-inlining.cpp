// What is always inlined, and calls itself, or another that calls it, stays a call in the body of a loop.
// RUN: %tactus-clangxx -std=c++20 -O2 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -O0 -I %include -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

[[gnu::always_inline]] inline long factorial(long n) { return n < 2 ? 1 : n * factorial(n - 1); }
long odd(long n);
[[gnu::always_inline]] inline long even(long n) { return n == 0 ? 1 : odd(n - 1); }
[[gnu::always_inline]] inline long odd(long n) { return n == 0 ? 0 : even(n - 1); }

// CHECK: define {{.*}}@fill
extern "C" void fill(long n, long *out) {
  tactus::parallel_for(0L, n, [=](long i) { out[i] = factorial(i) + even(i); });
}
