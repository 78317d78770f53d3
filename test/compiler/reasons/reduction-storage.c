// `allocate` moves the private copy of a reduction out of the frame, to where it is freed before a task's result is read.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

typedef enum omp_allocator_handle_t { omp_null_allocator, omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc,
  omp_high_bw_mem_alloc, omp_low_lat_mem_alloc, omp_cgroup_mem_alloc, omp_pteam_mem_alloc, omp_thread_mem_alloc,
  KMP_ALLOCATOR_MAX_HANDLE = ~(0U) } omp_allocator_handle_t;
// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int sum = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: a reduction's private copy is not a plain local variable [-Rpass-missed=tactus]
#pragma omp parallel for reduction(+ : sum) allocate(omp_thread_mem_alloc : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
