// A fork that is not understood runs serially, with a remark. The one reason: where another library may replace the static data
// of a fork (-fsemantic-interposition), what may run elsewhere is not known.
// RUN: %tactus-clangxx -std=c++20 -O1 -fPIC -fsemantic-interposition -fno-caret-diagnostics -Rpass-missed=tactus -c -o /dev/null %s 2>&1 | FileCheck %s
// RUN: %tactus-clangxx -std=c++20 -O1 -fPIC -fsemantic-interposition %s -o %t
// RUN: env TACTUS_WORKERS=3 TACTUS_PROMOTE=all %t | FileCheck %s --check-prefix=RESULT
// RUN: %tactus-clangxx -std=c++20 -O1 -fPIC -fno-caret-diagnostics -Rpass-missed=tactus -c -o /dev/null %s 2>&1 | count 0
#include <cstdio>
#include <tactus/tactus.hpp>

struct Pair {
  long a, b;
};
// Code that others may replace as well: no lambda, which is private to this file.
struct Sum {
  long n;
  long operator()() const;
};
inline long sum(long n) {
  if (n < 2)
    return n;
  // CHECK: left-serial.cpp:[[@LINE+1]]:{{.*}}fork left serial: the part that may run elsewhere is not known here
  auto [a, b] = tactus::par(Sum{n - 1}, Sum{n - 2});
  return a + b;
}
long Sum::operator()() const { return sum(n); }
int main() {
  std::printf("%ld\n", sum(15));
  return 0;
}
// RESULT: 610
