// Bytes may alias anything, but not the words in which a loop of the header keeps how far it has come.
// RUN: %tactus-clangxx -std=c++20 -O3 -mavx2 -I %include -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>
#include <cstdint>

// CHECK-LABEL: define {{.*}}add
// CHECK: add <{{[0-9]+}} x i8>
void add(std::size_t n, const std::uint8_t *x, const std::uint8_t *y, std::uint8_t *sum) {
  tactus::parallel_for(std::size_t{0}, n, [=](std::size_t i) { sum[i] = static_cast<std::uint8_t>(x[i] + y[i]); });
}
