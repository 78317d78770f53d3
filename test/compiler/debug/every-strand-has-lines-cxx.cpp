// As every-strand-has-lines.c: spawns with exceptions, forks of the header by value and through thunks, their loops.
// RUN: %tactus-clangxx -std=c++20 -g -O0 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clangxx -std=c++20 -g -O1 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clangxx -std=c++20 -g -O2 -ftactus-verify -S -emit-llvm %s -o %t.ll
// RUN: %python %S/Inputs/without_debug_info.py < %t.ll | count 0
// RUN: opt -passes=verify -disable-output %t.ll 2>&1 | count 0
// RUN: %tactus-clangxx -std=c++20 -g -O2 -c %s -o %t.o && llvm-dwarfdump --verify %t.o | FileCheck %s

// CHECK: No errors.
#include <cilk/cilk.h>
#include <string>
#include <tactus/tactus.hpp>
#include <vector>

struct Large {
  long words[9];
};
Large large(long n, Large by_value);

long spawns(long n) {
  std::string text = "text";
  if (n < 2)
    return n;
  long x = cilk_spawn spawns(n - 1);
  Large y = cilk_spawn large(n, Large{});
  long z = spawns(n - 2);
  cilk_sync;
  return x + y.words[n] + z + static_cast<long>(text.size());
}

long forks(long n) {
  if (n < 2)
    return n;
  auto [x, y] = tactus::par([=] { return forks(n - 1); }, [=] { return large(n, Large{}); });
  return x + y.words[0];
}

double loops(std::vector<double> &values, int n) {
  cilk_for (int i = 0; i < n; ++i)
    values[i] = static_cast<double>(forks(i));
  tactus::parallel_for(0, n, [&](int i) { values[i] += 1; });
  return tactus::parallel_reduce(
      0, n, 0.0, [&](int i) { return values[i]; }, [](double left, double right) { return left + right; });
}
