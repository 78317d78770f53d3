// A stencil's loop over three rows is unrolled in strips as it is in the serial loop, and what it adds and takes away is
// not there: nothing is subtracted from a sum.
// RUN: %tactus-clangxx -std=c++20 -O3 -fno-vectorize -fno-slp-vectorize -I %include -S -emit-llvm -o - %s | FileCheck %s
#include <cstddef>
#include <tactus/tactus.hpp>
#include <vector>

using Rows = std::vector<std::vector<int>>;

// CHECK: define internal {{.*}}CanonicalLoop{{.*}}3runE
// CHECK: load i32
// CHECK-NOT: {{ sub (nsw )?i32 %}}
// CHECK: ret void
extern "C" void neighbours(const Rows &now, Rows &next, int height) {
  auto row = [&](std::size_t y) {
    for (std::size_t x = 1; x + 1 < next[y].size(); ++x) {
      int sum = -now[y][x];
      for (std::size_t near = y - 1; near <= y + 1; ++near)
        sum += now[near][x - 1] + now[near][x] + now[near][x + 1];
      next[y][x] = sum;
    }
  };
  tactus::parallel_for(1, height - 1, [&](int y) { row(static_cast<std::size_t>(y)); });
}
