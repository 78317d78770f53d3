// An if clause without a name holds for simd as well: clang then writes the loop twice, with and without its declaration.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=also_simd.slice --implicit-check-not=chunks.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="loop converted"

void also_simd(int n, int *x) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel region left to libomp: its if clause holds for simd too, so that there are two versions of the loop [-Rpass-missed=tactus]
#pragma omp parallel for simd if (n > 100)
  for (int i = 0; i < n; i++)
    x[i]++;
}

int chunks(int n, int *x) {
  int last = 0;
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel region left to libomp: its if clause holds for simd too, so that there are two versions of the loop [-Rpass-missed=tactus]
#pragma omp parallel for simd if (n > 100) schedule(dynamic, 2) lastprivate(last)
  for (int i = 0; i < n; i++)
    last = x[i]++;
  return last;
}

// CHECK: define {{.*}}@parallel_only.slice(
void parallel_only(int n, int *x) {
// REMARK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallel loop converted
#pragma omp parallel for simd if (parallel : n > 100)
  for (int i = 0; i < n; i++)
    x[i]++;
}
