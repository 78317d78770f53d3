// Functions of libtactus that poll make a nest, as any other function would; those that only tell something do not.
// RUN: %raw -I%include %s | %convert | FileCheck %s
// RUN: %remarks -I%include %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
#include <tactus/tactus.h>

void body(uint64_t index, void *context);
void add(uint64_t index, void *accumulator, void *context);
void combine(void *accumulator, void *later, void *context);

// CHECK-LABEL: define internal void @loops.slice(
// CHECK: call void @tactus_parallel_for_at({{.*}}) {{.*}}[ "deopt"(i64 1,
void loops(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    tactus_parallel_for(0, 1000, body, x + i);
}

// CHECK-LABEL: define internal void @reductions.slice(
// CHECK: call void @tactus_parallel_reduce_at({{.*}}) {{.*}}[ "deopt"(i64 1,
void reductions(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    tactus_parallel_reduce(0, 1000, x + i, sizeof *x, add, combine, x);
}

// CHECK-LABEL: define internal void @leaf.slice(
// CHECK: call i32 @tactus_worker_count(){{( #[0-9]+)?(, !dbg ![0-9]+)?$}}
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void leaf(int n, unsigned *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += tactus_worker_count();
}
