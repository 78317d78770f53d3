// A module registers its maps and loops with a constructor of its own priority, in a COMDAT, so that an image has one
// however many units it is linked from. A module without loops has none.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw -DWITHOUT_LOOPS %s | %convert | FileCheck %s --check-prefix=NONE --implicit-check-not="@tactus.{{[^c]}}"

// CHECK: $tactus.register = comdat any
// CHECK: $tactus.module = comdat any
// CHECK: @tactus.entry = internal global ptr @tactus.loop, section "tactus_loops"
// CHECK: @tactus.module = linkonce_odr hidden global {{.*}} { i32 {{[0-9]+}}, i32 0, ptr @__start_tactus_maps, ptr @__stop_tactus_maps, ptr @__start_tactus_loops, ptr @__stop_tactus_loops, ptr @__start_tactus_versions, ptr @__stop_tactus_versions, ptr @__start_tactus_constants, ptr @__stop_tactus_constants }, comdat
// CHECK-DAG: @llvm.global_ctors = {{.*}} { i32 101, ptr @tactus.register, ptr @tactus.register }
// CHECK-DAG: @llvm.global_dtors = {{.*}} { i32 101, ptr @tactus.unregister, ptr @tactus.unregister }
// CHECK: define linkonce_odr hidden void @tactus.register() {{.*}}comdat {
// CHECK-NEXT: call void @tactus_register_module(ptr @tactus.module)
// NONE: define {{.*}}void @f(
void f(int n, double *x) {
#ifndef WITHOUT_LOOPS
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
