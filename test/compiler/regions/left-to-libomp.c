// A region that libomp runs asks how many threads it has; one with a clause hands that on. It is told the record around,
// whether it is forked or, because its `if` clause is false, called; and so is each of libomp's tasks.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | %convert | FileCheck %s
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=REGION
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=ENTRY
void g(void);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: [[OWN:%.*]] = call i32 @tactus_region_threads(i32 0)
// CHECK: call void @__kmpc_push_num_threads(ptr {{.*}}, i32 %{{.*}}, i32 [[OWN]])
// CHECK-NEXT: [[AROUND:%.*]] = call ptr @tactus_region_current()
// CHECK-NEXT: @__kmpc_fork_call(ptr {{.*}}, i32 1, ptr @f.omp_outlined.libomp, ptr [[AROUND]])
// CHECK: [[CLAUSE:%.*]] = call i32 @tactus_region_threads(i32 3)
// CHECK: call void @__kmpc_push_num_threads(ptr {{.*}}, i32 %{{.*}}, i32 [[CLAUSE]])
// CHECK: @__kmpc_fork_call(
void f(void) {
#pragma omp parallel
  g();
#pragma omp parallel num_threads(3)
  g();
}

// CHECK-LABEL: define {{.*}}@serial(
// CHECK: @__kmpc_fork_call(ptr {{.*}}, i32 2, ptr @serial.omp_outlined.libomp, ptr {{.*}}, ptr {{.*}})
// CHECK: call void @__kmpc_serialized_parallel(
// CHECK: [[INNER:%.*]] = call ptr @tactus_region_current()
// CHECK-NEXT: call void @serial.omp_outlined.libomp(ptr {{.*}}, ptr {{.*}}, ptr [[INNER]], ptr {{.*}})
// CHECK-NEXT: call void @__kmpc_end_serialized_parallel(
// REGION: define internal void @serial.omp_outlined.libomp(ptr [[THREAD:.*]], ptr [[BOUND:.*]], ptr [[OUTER:.*]], ptr [[SHARED:.*]])
// REGION: %tactus.region = alloca [{{[0-9]+}} x i64]
// REGION: [[ENTERED:%.*]] = call ptr @tactus_libomp_region_enter(ptr %tactus.region, ptr [[OUTER]], ptr
// REGION: call void @serial.omp_outlined(ptr [[THREAD]], ptr [[BOUND]], ptr [[SHARED]])
// REGION: call void @tactus_libomp_region_leave(ptr [[ENTERED]])
void serial(int n) {
#pragma omp parallel if (n)
  {
    g();
    n++;
  }
}

// Our part stands behind what clang allocates.
// CHECK-LABEL: define {{.*}}@task(
// CHECK: [[ALLOCATED:%.*]] = call ptr @__kmpc_omp_task_alloc(ptr {{.*}}, i32 {{.*}}, i32 1, i64 88, i64 0, ptr @[[RECORD:.omp_task_entry.*libomp]])
// CHECK-NEXT: [[PART:%.*]] = getelementptr inbounds {{(nuw )?}}i8, ptr [[ALLOCATED]], i64 40
// CHECK-NEXT: call void @tactus_libomp_task_create(ptr [[PART]])
// CHECK: [[TASK:%.*]] = phi ptr [ [[ALLOCATED]],
// CHECK: call void @tactus.__kmpc_omp_task_begin_if0(
// CHECK: call i32 @[[RECORD]](i32 {{.*}}, ptr [[TASK]])
// ENTRY: define internal i32 @.omp_task_entry.{{.*}}libomp(i32 [[NUMBER:.*]], ptr [[MEMORY:.*]])
// ENTRY: [[CREATED:%.*]] = getelementptr inbounds {{(nuw )?}}i8, ptr [[MEMORY]], i64 40
// ENTRY: %tactus.region = alloca [{{[0-9]+}} x i64]
// ENTRY: [[BEGUN:%.*]] = call ptr @tactus_libomp_task_enter(ptr %tactus.region, ptr [[CREATED]], ptr
// ENTRY: call i32 @.omp_task_entry.(i32 [[NUMBER]], ptr [[MEMORY]])
// ENTRY: call void @tactus_libomp_task_leave(ptr [[BEGUN]])
void task(int n) {
#pragma omp task if (n) depend(out : n)
  g();
}
