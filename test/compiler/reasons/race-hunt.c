// One strand that runs a region for all its threads would hide their races. Without ThreadSanitizer the region is latent.
// RUN: %tactus-clang -fopenmp -O1 -fsanitize=thread -S -emit-llvm %s -o %t.ll -ftactus-remarks-missed 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.ll
// RUN: %tactus-clang -fopenmp -O1 -S -emit-llvm %s -o - -ftactus-remarks-missed 2>&1 | FileCheck %s --check-prefix=LATENT \
// RUN:   --implicit-check-not=@tactus_team_phases

// REMARK: parallel region runs in phases: ThreadSanitizer looks for races between the threads of the region
// CHECK: @tactus_team_phases(
// LATENT: define {{.*}} @f.slice(
// LATENT: @tactus_poll(
void f(int n, int *x, int *y) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i]--;
  }
}
