// A strand keeps its number, so that a loop asks once; what else is asked may be another in the next turn.
// RUN: %tactus-clang -fopenmp -O2 -S -emit-llvm -o - %s | FileCheck %s
int omp_get_thread_num(void);
int omp_get_max_threads(void);
void other(void);

// CHECK-LABEL: define {{.*}}@row(
// CHECK-NOT: phi
// CHECK: call i32 @tactus_omp_get_thread_num(
// CHECK: phi
// CHECK-NOT: call i32 @tactus_omp_get_thread_num(
void row(double *sums, int n) {
  for (int i = 0; i < n; i++) {
    sums[omp_get_thread_num()] += i;
    other();
  }
}

// CHECK-LABEL: define {{.*}}@most(
// CHECK: phi
// CHECK: call i32 @tactus_omp_get_max_threads(
void most(int *found, int n) {
  for (int i = 0; i < n; i++) {
    other();
    found[i] = omp_get_max_threads();
  }
}
