// A loop of the header over rows that may be empty is not charged by itself: the row pays for its iteration, and where it
// is left out, one iteration of it is paid.
// RUN: %tactus-clangxx -std=c++20 -O3 -I %include -ftactus-verify -mllvm -tactus-without=tactus-row-batches -S -emit-llvm -o - %s | FileCheck %s
#include <functional>
#include <tactus/tactus.hpp>

// CHECK: define internal {{.*}}CanonicalLoop{{.*}}ForKind{{.*}}4rows{{.*}}3runE
// CHECK-NOT: @tactus_poll({{.*}}"deopt"(i64 2
// CHECK: @tactus_poll({{.*}}ReduceKind{{.*}}"deopt"(i64 1,
// CHECK-NOT: @tactus_poll({{.*}}"deopt"(i64 2
// CHECK: {{^}}}
extern "C" void rows(long n, const long *starts, const double *values, double *sums) {
  tactus::parallel_for(0L, n, [=](long row) {
    sums[row] = tactus::parallel_reduce(
        starts[row], starts[row + 1], 0.0, [=](long i) { return values[i]; }, std::plus<>());
  });
}
