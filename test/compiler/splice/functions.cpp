// Functions of C++ that are not spliced, and those that are: templates, static members, overloads.
// RUN: %tactus-clangxx -std=c++20 -O1 -fno-caret-diagnostics -Rpass=tactus -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:
#include <tactus/splice.h>
#include <tactus/splice.hpp>
#define RE tactus_range
struct Sweeps {
  int *data;
  // CHECK-DAG: [[@LINE+2]]:8: remark: function 'member' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(data, data + n))
  void member(int n) { data[n - 1]++; }
  // CHECK-DAG: [[@LINE+2]]:15: remark: function 'of_class' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
#pragma splice func Writes(RE(x, x + n))
  static void of_class(int *x, int n) { x[n - 1]++; }
  // CHECK-DAG: [[@LINE+2]]:16: remark: function is not spliced: it is virtual, a lambda, a constructor or a destructor [-Rpass-missed=tactus]
#pragma splice func Writes(RE(data, data + n))
  virtual void of_some_class(int n) { data[n - 1]++; }
};
// References: what they refer to has to live on. Effects that call what is not known may read anything.
int elsewhere(int n);
// CHECK-DAG: [[@LINE+3]]:6: remark: function 'by_reference' can be spliced: 0 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
// CHECK-DAG: :[[@LINE+1]]:1: remark: effects may depend on anything, so calls are not spliced with those that write: they call '{{.*}}elsewhere{{.*}}', which is defined in another file [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + elsewhere(n)))
void by_reference(int *x, const int &n) { x[n - 1]++; }
// CHECK-DAG: [[@LINE+4]]:3: remark: function 'gives_locals' waits for all that it declares: 'half' is given to a call by reference, and may be gone when a step uses it; give it by value [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + n))
void gives_locals(int *x, int n) {
  x[0]++;
  int half = n / 2;
  by_reference(x, half);
}
// CHECK-DAG: [[@LINE+2]]:6: remark: function is not spliced: it is noexcept, and exceptions of others must pass it [-Rpass-missed=tactus]
#pragma splice func Writes(RE(x, x + n))
void never_throws(int *x, int n) noexcept { x[n - 1]++; }
// Effects of <tactus/splice.hpp>.
// CHECK-DAG: [[@LINE+3]]:6: remark: function 'halves' can be spliced: 2 calls, 1 steps that may be delayed, 0 that wait [-Rpass=tactus]
template <class T>
#pragma splice func Writes(tactus::splice::range(x, n))
void halves(T *x, long n) {
  if (n < 16) {
    for (long i = 0; i < n; ++i)
      x[i] += 1;
    return;
  }
  halves(x, n / 2);
  halves(x + n / 2, n - n / 2);
}
void caller(int *x, int n, Sweeps sweeps) {
  // CHECK-DAG: [[@LINE+6]]:5: remark: calls before this code and behind it are not spliced together: it calls 'never_throws', which may change what they depend on [-Rpass-missed=tactus]
  // CHECK-DAG: [[@LINE+1]]:1: remark: try: 2 calls, 0 steps that may be delayed, 1 that wait [-Rpass=tactus]
#pragma splice try(4)
  for (int i = 0; i < n; ++i) {
    halves(x, n);
    Sweeps::of_class(x, n);
    never_throws(x, n);
  }
}
