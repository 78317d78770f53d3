// Calls whose results come back on the stack of the x87 unit are calls of their functions, with whichever version of LLVM:
// from 21 on they have no record (compiler/ir/CallBundles.cpp), and it was a call of address 0 that had it.
// RUN: %tactus-clangxx -std=c++20 -O2 -ftactus-verify -S -o - %s | FileCheck %s --implicit-check-not="{{callq? [0-9]}}"
// RUN: %tactus-clangxx -std=c++20 -O0 -ftactus-verify -S -o - %s | FileCheck %s --implicit-check-not="{{callq? [0-9]}}"
#include <tactus/tactus.hpp>

// CHECK-LABEL: {{^}}_Z3sumiPFeiE:
// CHECK: {{(call|jmp)q? \*%r}}
long double sum(int n, long double (*leaf)(int)) {
  if (n < 2)
    return leaf(n);
  auto [a, b] = tactus::par([=] { return sum(n - 1, leaf); }, [=] { return sum(n - 2, leaf); });
  return a + b;
}

// CHECK-LABEL: {{^}}_Z7productiPFCeiE:
// CHECK: {{(call|jmp)q? \*%r}}
_Complex long double product(int n, _Complex long double (*leaf)(int)) {
  if (n < 2)
    return leaf(n);
  auto [a, b] = tactus::par([=] { return product(n - 1, leaf); }, [=] { return product(n - 2, leaf); });
  return a * b;
}
