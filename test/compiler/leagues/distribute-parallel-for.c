// A teams construct: libtactus runs its teams, or libomp where libtactus says so; the region inside is a loop like any other.
// Clauses for libomp go with its fork, and the distribute loop and the reduction ask who runs the league.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | %convert | FileCheck %s
// RUN: %raw -g %s | %convert | FileCheck %s --check-prefix=DEBUG
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}@f(
// CHECK: [[RAN:%[0-9]+]] = call i32 @tactus_league_fork(ptr @f.omp_outlined.team, ptr %tactus.environment, i32 4, i32 3, ptr @tactus.loop
// CHECK: [[NOT:%[0-9]+]] = icmp eq i32 [[RAN]], 0
// CHECK: br i1 [[NOT]], label %[[LIBOMP:[0-9a-z.]+]], label
// CHECK: [[LIBOMP]]:
// CHECK: call void @__kmpc_push_num_teams({{.*}}, i32 4, i32 3)
// CHECK: call void {{.*}}@__kmpc_fork_teams({{.*}}@f.omp_outlined,
// CHECK: define internal void @f.omp_outlined(
// CHECK: call void @tactus.in_league.__kmpc_for_static_init_4(
// The loop begins at the team's first iteration.
// CHECK: call void @f.slice(i64 [[BEGIN:%[0-9]+]], i64 -1, ptr null, i64 0, i64 [[BEGIN]],
// DEBUG: call void @f.slice(i64 [[BEGIN:%[0-9]+]], i64 -1, ptr null, i64 0, i64 [[BEGIN]],
// CHECK: call i32 @tactus.in_league.__kmpc_reduce_nowait(
long f(int n, int *x) {
  long sum = 0;
  // REMARK-DAG: :[[@LINE+2]]:1: remark: teams converted: a loop over its teams that may be promoted [-Rpass=tactus]
  // REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp teams distribute parallel for num_teams(4) thread_limit(3) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i]++;
  return sum;
}
// CHECK: define {{.*}}@tactus.in_league.__kmpc_for_static_init_4(
// CHECK: call i32 @tactus_in_league()
// CHECK: call void @tactus_distribute_4(
// CHECK: call void @__kmpc_for_static_init_4(
