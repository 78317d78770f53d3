// A region whose threads need none of their own: it is cut at its barriers, and what a thread keeps from one phase to the
// next is in its frame. Nothing is cut where an empty phase would follow.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);

// CHECK: @tactus.loops = internal global [3 x { ptr, ptr, ptr, i32, i32, i32, i32, i64, i64, i64 }]
// CHECK-SAME: ptr @tactus_team_phases_run
// CHECK: @f.omp_outlined.phased = internal global { ptr, ptr, i64, ptr, i32, i32 } { ptr @tactus.loops, ptr @f.omp_outlined.phases, i64 [[#]], ptr null, i32 0, i32 0 }

// CHECK-LABEL: define {{.*}}@f(
// CHECK: call i32 @tactus_team_phases(ptr @f.omp_outlined.phased, ptr %tactus.environment, i32 4)
// CHECK: call void {{.*}}@__kmpc_fork_call(
long f(long *slots, int n, const long *x) {
  long sum = 0;
  // REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: {{.*}}a private variable
#pragma omp parallel num_threads(4)
  {
    long own[4] = {0}, last = 0, *mine = slots + omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      own[x[i] & 3]++;
      last = x[i];
    }
    *mine = own[0] + own[1] + last;
#pragma omp barrier
#pragma omp critical
    sum += slots[0] + own[2];
#pragma omp barrier
  }
  return sum;
}

// An array has an address in the frame; a scalar is loaded and stored where it is live: `mine` and `last` in phase 1, and
// nothing but what is shared in phase 2.
// CHECK-LABEL: define internal i32 @f.omp_outlined.phases(ptr noalias align 64 %0, ptr %1, i32 %2, i32 %3)
// CHECK: %own = getelementptr inbounds {{(nuw )?}}i8, ptr %0, i64
// CHECK-NOT: call i32 @__kmpc_global_thread_num(
// CHECK: switch i32 %3, label %entry [
// CHECK-NEXT: i32 1, label %[[FIRST:[0-9]+]]
// CHECK-NEXT: i32 2, label %[[SECOND:[0-9]+]]
// CHECK-NEXT: ]
// CHECK: call void @tactus.__kmpc_for_static_init_4(ptr {{[^,]*}}, i32 %2,
// CHECK: ret i32 1
// CHECK: [[FIRST]]:
// CHECK-DAG: store ptr {{.*}}, ptr %mine
// CHECK-DAG: store i64 {{.*}}, ptr %last
// CHECK: ret i32 2
// CHECK: [[SECOND]]:
// CHECK-NOT: ptr %mine
// CHECK: call void @tactus.__kmpc_critical(ptr {{[^,]*}}, ptr @.gomp_critical_user_.var)
// CHECK: ret i32 0
// CHECK-NOT: ret
// CHECK: }
