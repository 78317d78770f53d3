// A loop of the header whose iterations never poll is the sequential loop where the credit pays for all of it: its body
// stands in it, what it sums up is in a register, and no record is linked, which would be two dozen stores for each row.
// RUN: %tactus-clangxx -std=c++20 -O3 -mavx2 -I %include -S -emit-llvm -o - %s | FileCheck %s
#include <tactus/tactus.hpp>

// CHECK-LABEL: define internal {{.*}}CanonicalLoop{{.*}}ForKind{{.*}}8multiply{{.*}}3runE
// CHECK: load atomic i64, {{.*}}ReduceKind
// CHECK-NOT: tactus_latent_top
// CHECK: phi double {{.*}}[ 0.0{{.*}}
// CHECK-NOT: {{store|call|invoke}}
// CHECK: fadd double
// CHECK-NOT: {{store|call|invoke}}
// CHECK: !llvm.loop
// The other way, of which nothing but this call is here.
// CHECK: call {{.*}}CanonicalLoop{{.*}}ReduceKind{{.*}}3runE
// CHECK: {{^}}}
extern "C" void multiply(std::size_t rows, const std::size_t *starts, const unsigned *column, const double *value,
                         const double *x, double *y) {
  tactus::parallel_for(std::size_t{0}, rows, [=](std::size_t row) {
    y[row] = tactus::parallel_reduce(
        starts[row], starts[row + 1], 0.0, [=](std::size_t i) { return value[i] * x[column[i]]; },
        std::plus<double>());
  });
}
