// libomp is told what schedule(runtime) stands for, also where the loop is ordered. Of a schedule that the program names
// nothing is asked.
// RUN: %tactus-clang -O1 -fopenmp -S -emit-llvm %s -o - | FileCheck %s
int ready(void);

// CHECK-LABEL: define {{.*}} @named(
// CHECK-NOT: tactus_libomp_schedule
// CHECK: call void @__kmpc_dispatch_init_4({{.*}}, i32 {{[^,]*}}, i32 0, i32 99, i32 1, i32 3)
void named(int *a) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < 100; i++)
    a[i] = ready();
}

// CHECK-LABEL: define {{.*}} @later(
// CHECK: [[ANSWER:%[0-9a-z]+]] = {{.*}}call i64 @tactus_libomp_schedule(i32 {{[^,]*}}, i32 {{.*}})
// CHECK-DAG: [[SCHEDULE:%[0-9a-z]+]] = trunc {{.*}}i64 [[ANSWER]] to i32
// CHECK-DAG: lshr i64 [[ANSWER]], 32
// CHECK: call void @__kmpc_dispatch_init_8({{.*}}, i32 {{.*}}[[SCHEDULE]], i64 0, i64 99, i64 1, i64
void later(int *a) {
#pragma omp for schedule(runtime)
  for (long i = 0; i < 100; i++)
    a[i] = ready();
}

// CHECK-LABEL: define {{.*}} @turns(
// CHECK: call i64 @tactus_libomp_schedule(
// CHECK: call void @__kmpc_dispatch_init_4u(
void turns(int *a) {
#pragma omp for ordered schedule(runtime)
  for (unsigned i = 0; i < 100; i++) {
#pragma omp ordered
    a[i] = ready();
  }
}
