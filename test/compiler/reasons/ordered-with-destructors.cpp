// The same region in C++, with destructors around it: nothing of it is converted by half.
// RUN: %rawxx -fopenmp-version=51 %s | %convert | FileCheck %s --implicit-check-not=.slice --implicit-check-not=tactus_poll
struct Guard {
  ~Guard();
};

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
    Guard guard;
#pragma omp ordered
    x[i]++;
  }
}
