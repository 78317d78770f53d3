// -tactus-without leaves passes and stages out, each by its name in compiler/passes.def.
// RUN: %tactus-clang -O2 -fopenmp -S -emit-llvm %s -o - | FileCheck %s --check-prefix=BATCHES
// RUN: %tactus-clang -O2 -fopenmp -S -emit-llvm -Xclang -mllvm -Xclang -tactus-without=tactus-fork-loops,tactus-row-batches \
// RUN:   %s -o - | FileCheck %s --check-prefix=ROWS --implicit-check-not=@llvm.abs.i64
// RUN: %raw %s | %opt -passes=tactus -tactus-without=tactus-lower-loops -S | FileCheck %s --check-prefix=LEFT
// RUN: not %tactus-clang -O2 -fopenmp -Xclang -mllvm -Xclang -tactus-without=tactus-rows -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG

// BATCHES-LABEL: define {{.*}}@sums(
// BATCHES: call i64 @llvm.abs.i64(
// ROWS-LABEL: define {{.*}}@sums(
// ROWS: @tactus_poll(
// LEFT-LABEL: define {{.*}}@sums(
// LEFT: call {{.*}}@__kmpc_fork_call(
// WRONG: error: tactus: error: -tactus-without=tactus-rows: no pass has this name, take one of compiler/passes.def
void sums(int n, const int *start, const double *value, double *result) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k];
    result[i] = sum;
  }
}
