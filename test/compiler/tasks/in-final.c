// omp_in_final() answers for converted tasks as well.
// RUN: %raw %s | %convert | FileCheck %s
int omp_in_final(void);
void work(int i);
// CHECK: call i32 @tactus.omp_in_final()
void f(int n) {
#pragma omp task
  work(omp_in_final());
}
