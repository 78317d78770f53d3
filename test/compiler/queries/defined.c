// A program's own functions of these names (as for compilers without OpenMP) are left alone, and so is a module that asks
// nothing.
// RUN: %raw -fno-openmp %s | %convert | FileCheck %s --implicit-check-not="tactus.{{[^c]}}" --implicit-check-not=tactus_
static int omp_get_thread_num(void) { return 0; }
int omp_get_max_threads(void) { return 1; }
void work(int number);
// CHECK-LABEL: @f(
// CHECK: call i32 @omp_get_thread_num()
// CHECK: call i32 @omp_get_max_threads()
void f(void) { work(omp_get_thread_num() + omp_get_max_threads()); }
