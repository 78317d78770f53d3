// With -ftactus-beat=interrupt loops charge nothing: an outer loop has a point in each iteration, a leaf one in each strip,
// and the function is there twice.
// RUN: %raw %s -o %t.ll
// RUN: %convert -tactus-beat-interrupt < %t.ll | FileCheck %s
// RUN: %convert -tactus-beat-interrupt < %t.ll | %opt -passes=tactus-beat-versions -S | FileCheck --check-prefix=TWO %s

// CHECK: @tactus.loop = internal global {{.*}} i64 [[#]], i64 0, i64 0 }
// CHECK-NOT: call {{.*}} @tactus_poll
// CHECK: callbr void asm sideeffect ".byte 0x0f; .byte 0x1f, 0x44, 0, 0 # point ${0:l}"
// CHECK-NOT: mul i64
// CHECK: call preserve_mostcc i64 @tactus_beat(ptr null) {{.*}}"deopt"(i64 2,
// CHECK: asm sideeffect ".byte 0x0f; .byte 0x1f, 0x44, 0, 0 # return"
// CHECK: callbr void asm sideeffect
// CHECK: call preserve_mostcc i64 @tactus_beat(ptr getelementptr

// TWO-LABEL: define internal void @f.slice.beat(
// TWO: asm sideeffect ".Ltactus_destination0:"
// TWO: callbr void asm sideeffect ".byte 0xe9; .long ${0:l} - . - 4"
// TWO: asm sideeffect ".byte 0xe9; .long .Ltactus_source0 - .Ltactus_destination0"
// TWO-LABEL: define internal void @f.slice(
// TWO: asm sideeffect ".Ltactus_source0:"
// TWO-DAG: attributes #{{.*}} "tactus-source-version"=".Ltactus_source0"
// TWO-DAG: attributes #{{.*}} "tactus-destination-label"=".Ltactus_destination0" "tactus-destination-version"=".Ltactus_source0"
void f(double *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp parallel for
    for (int j = 0; j < n; ++j)
      a[i * n + j] += 1;
  }
}
