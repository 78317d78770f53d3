// A loop whose iterations may wait for each other in another file has three ways to be run: in phases, as strands, and by
// libomp. What a thread does is one function, which all three call and which none of them takes in. Where it is cut at
// barriers, these functions are the phases: other threads call them with barriers between.
// RUN: %raw %s | %convert | FileCheck %s
void play(int role);

void loop(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 4; i++)
    play(i);
}

void region(void) {
#pragma omp parallel num_threads(4)
  {
    play(0);
#pragma omp barrier
    play(1);
  }
}

// Cut between two chunked loops, where threads do not wait for each other: they have the code once more.
void chunks(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      play(i);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      play(i);
  }
}

// CHECK-LABEL: define internal void @loop.omp_outlined(
// CHECK-SAME: #[[#ONCE:]]
// CHECK-LABEL: define internal void @region.omp_outlined(
// CHECK-NOT: call void @play(
// CHECK: %[[NUMBER:[0-9]+]] = load i32, ptr %.global_tid.
// CHECK: %[[PHASE:[0-9]+]] = phi i32 [ 0, %{{[0-9]+}} ], [ %[[NEXT:[0-9]+]], %[[WAIT:[0-9]+]] ]
// CHECK: %[[NEXT]] = call i32 @region.omp_outlined.phases(ptr null, ptr %tactus.environment, i32 %[[NUMBER]], i32 %[[PHASE]])
// CHECK: switch i32 %[[NEXT]], label %[[DONE:[0-9]+]] [
// CHECK-NEXT: i32 1, label %[[WAIT]]
// CHECK-NEXT: ]
// CHECK: [[DONE]]:
// CHECK-NEXT: ret void
// CHECK: [[WAIT]]:
// CHECK-NEXT: call void @tactus.__kmpc_barrier(ptr @{{[0-9]+}}, i32 %[[NUMBER]])
// CHECK-LABEL: define internal void @chunks.omp_outlined(
// CHECK-NOT: call {{.*}}{{@tactus.__kmpc_barrier|@chunks.omp_outlined.phases}}
// CHECK: call void @play(
// CHECK-NOT: call {{.*}}{{@tactus.__kmpc_barrier|@chunks.omp_outlined.phases}}
// CHECK: call void @play(
// CHECK-LABEL: define internal i32 @loop.omp_outlined.phases(
// CHECK: call void @loop.omp_outlined(
// CHECK-NEXT: ret i32 0
// CHECK-LABEL: define internal void @loop.omp_outlined.strand(
// CHECK: call void @loop.omp_outlined(
// CHECK-NEXT: ret void
// CHECK-LABEL: define internal i32 @region.omp_outlined.phases(
// CHECK: call void @play(
// CHECK-LABEL: define internal void @region.omp_outlined.strand(

// CHECK: attributes #[[#ONCE]] = { noinline
