// Code that has been through the plugin before, as at link-time optimisation, still shows that it asks for its thread.
// RUN: %raw -fno-openmp -DQUERY %s > %t.ll
// RUN: %convert %t.ll > %t.renamed.ll
// RUN: %raw %s > %t.loop.ll
// RUN: %llvm-link -S %t.renamed.ll %t.loop.ll | %convert | FileCheck %s --implicit-check-not=.slice
// CHECK: call {{.*}}@__kmpc_fork_call(
int omp_get_thread_num(void);
int number(void);
#ifdef QUERY
int number(void) { return omp_get_thread_num(); }
#else
void loop(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = number();
}
#endif
