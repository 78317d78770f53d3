// A loop of a few cheap iterations, known in advance, is less work than a task: it has no poll, slot or descriptor, and
// unrolls into what surrounds it. At -O0 it stays a loop and keeps its poll.
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=SHORT --implicit-check-not=tactus_poll --implicit-check-not=tactus_join --implicit-check-not=tactus.loop
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s --check-prefix=FLAT
// RUN: %clang -fopenmp -O0 -S -emit-llvm -o - %s | %convert | FileCheck %s --check-prefix=O0
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// SHORT: define internal void @f.slice(
// FLAT-LABEL: define {{.*}}void @f(
// FLAT-NOT: br
// FLAT-NOT: call
// FLAT: ret void
// O0: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: serial, all its iterations are less work than a task [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    x[i] *= 2;
}
