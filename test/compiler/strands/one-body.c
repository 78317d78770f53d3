// A loop whose iterations may wait for each other in another file has three ways to be run: in phases, as strands, and by
// libomp. What a thread does is one function, which all three call and which none of them takes in. What is cut at
// barriers is a copy.
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

// CHECK-LABEL: define internal void @loop.omp_outlined(
// CHECK-SAME: #[[#ONCE:]]
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
