// The stages by themselves, one run of opt for each, come to what "tactus" does.
// RUN: %raw %s > %t.0.ll
// RUN: %python %S/Inputs/stages.py %t.0.ll %t.stages.ll -- %opt
// RUN: %opt -passes=tactus -S %t.0.ll -o %t.all.ll
// RUN: %python %S/Inputs/same.py %t.stages.ll %t.all.ll
// RUN: FileCheck %s < %t.stages.ll
// CHECK: call {{.*}}@tactus_poll(
// CHECK: call {{.*}}@tactus_omp_get_thread_num(
// CHECK-NOT: !tactus.openmp
#include <omp.h>
int ask(void) { return omp_get_thread_num(); }
void fill(double *to, long count) {
#pragma omp parallel for
  for (long i = 0; i < count; i++)
    to[i] = i;
}
