// With -ftactus-beat=interrupt loops of the header charge nothing and link no record: a loop around others has a point in each
// iteration, a leaf one in each strip, whose first length the compiler says.
// RUN: %rawxx -std=c++20 -isystem %include -D__TACTUS_FORKS__ -D__TACTUS_INTERRUPTS__ %s -o %t.ll
// RUN: %convert -tactus-beat-interrupt < %t.ll | FileCheck %s
#include <functional>
#include <tactus/tactus.hpp>

// CHECK-NOT: __tactus_
// CHECK-NOT: call {{.*}} @tactus_latent_push(
// CHECK-DAG: callbr void asm sideeffect ".byte 0x0f; .byte 0x1f, 0x44, 0, 0 # point ${0:l}"
// CHECK-DAG: call preserve_mostcc i64 @tactus_beat(ptr null) {{.*}}"deopt"(i64 2,
// CHECK-DAG: call preserve_mostcc i64 @tactus_beat(ptr getelementptr {{.*}}ReduceKind
// CHECK-DAG: ReduceKind{{.*}}descriptor{{.*}} = {{.*}} i32 162, i64 {{[1-9][0-9]+}},
void rows(double *sums, const long *starts, const double *values, long count) {
  tactus::parallel_for(0L, count, [=](long row) {
    sums[row] =
        tactus::parallel_reduce(starts[row], starts[row + 1], 0.0, [=](long i) { return values[i]; }, std::plus<>());
  });
}
