// C++ invokes what libomp has where there is something to destroy; libtactus is asked for the lock there, too.
// RUN: %rawxx %s | %convert | FileCheck %s
struct omp_lock_t;
extern "C" void omp_set_lock(omp_lock_t *);
struct Object {
  Object();
  ~Object();
};
// CHECK-LABEL: define {{.*}}@_Z1fP10omp_lock_tPi(
// CHECK-NOT: @omp_set_lock(
// CHECK: call void @tactus.omp_set_lock(
// CHECK: call void @_ZN6ObjectD1Ev(
void f(omp_lock_t *lock, int *sum) {
  Object object;
  omp_set_lock(lock);
#pragma omp atomic
  ++*sum;
}
