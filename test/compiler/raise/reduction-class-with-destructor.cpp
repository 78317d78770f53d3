// The private copies of a class are destroyed after the combination, so their bytes may not be moved away: every slice
// combines with the original itself, under the lock that clang made for the construct, and nothing is combined after
// the join.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not=tactus_combine
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
struct Set {
  double total;
  Set();
  ~Set();
  void merge(const Set &other);
};
#pragma omp declare reduction(merge : Set : omp_out.merge(omp_in))

// The original is handed to tasks, and the flags promise neither results nor an end behind the loop: a leaf, with a region, in parts.
// CHECK: @tactus.loop = internal global {{.*}} i32 3, i32 1049,
// CHECK: define internal void @[[SLICE:_Z1fiPKd.slice]](
// CHECK: call void @tactus.__kmpc_critical(ptr @{{.*}}, ptr [[LOCK:@.gomp_critical_user_.*.var]])
// CHECK: call void @tactus.__kmpc_end_critical(ptr @{{.*}}, ptr [[LOCK]])
// CHECK: call void @_ZN3SetD1Ev(
// CHECK: call void @tactus_join(
double f(int n, const double *x) {
  Set set;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for reduction(merge : set)
  for (int i = 0; i < n; i++)
    set.total += x[i];
  return set.total;
}
