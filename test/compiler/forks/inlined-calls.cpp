// A call that the source says to inline is inlined before captures are looked at, so that what a branch behind a wrapper
// captures is recorded by its value.
// RUN: %tactus-clangxx -std=c++20 -O2 -fno-caret-diagnostics -Rpass=tactus -c -o /dev/null %s 2>&1 | FileCheck %s
#include <tactus/tactus.hpp>

int leaf(int, int);

template <class Function> struct Wrapper {
  Function &function;
  void operator()() const { [[clang::always_inline]] function(); }
};

int twice(int n, int m) {
  int left, right;
  auto second = [&] { right = leaf(n, m); };
  Wrapper<decltype(second)> wrapped{second};
  // n, m, and where the result goes.
  // CHECK: inlined-calls.cpp:[[@LINE+1]]:{{.*}}fork converted: {{.*}}, 3 values recorded
  tactus::par([&] { left = leaf(n, 1); }, wrapped);
  return left + right;
}
