// A range-for over a random-access container is a loop over iterators, whose trip count is their difference.
// RUN: %rawxx -std=c++20 %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarksxx -std=c++20 %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <vector>

// CHECK: define internal void @_Z1fRSt6vectorIdSaIdEE.slice(
// CHECK: %.omp.iv = alloca i64
void f(std::vector<double> &x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (double &value : x)
    value *= 2;
}
