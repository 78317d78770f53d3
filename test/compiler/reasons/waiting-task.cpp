// A task that waits for a later one: as a call it would never return.
// RUN: %rawxx -std=c++20 %s | %convert | FileCheck %s
// RUN: %remarksxx -std=c++20 %s 2>&1 | FileCheck %s --check-prefix=REMARK

#include <atomic>

// CHECK: call {{.*}}@__kmpc_omp_task(
void f(std::atomic<int> &flag) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: a task may wait for what others do at the same time [-Rpass-missed=tactus]
#pragma omp task shared(flag)
  while (!flag.load()) {
#pragma omp taskyield
  }
#pragma omp task shared(flag)
  flag = 1;
#pragma omp taskwait
}
