// What follows may throw out of the function: elsewhere it ends there, with the exception as its result, and the function
// goes on with it after the join. A destructor does not run elsewhere.
// RUN: %rawxx %s | %convert | FileCheck %s
// RUN: %rawxx %s | %convert | FileCheck %s --check-prefix=ELSEWHERE
// RUN: %rawxx %s | %convert | FileCheck %s --check-prefix=DESTROY
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int w(int i) noexcept;
struct Guard {
  int *place;
  ~Guard();
};
static __attribute__((noinline)) void thrower(int n) { if (n == 3) throw n; }
// CHECK: global {{.*}}ptr @tactus_exception_discard
// CHECK-LABEL: define {{.*}}@_Z1fi(
// CHECK: call void @tactus_fork_join(
// CHECK: call void @tactus_fork_release(
// CHECK: invoke void @tactus_exception_rethrow(
// DESTROY-LABEL: define {{.*}}@_Z1fi(
// DESTROY: landingpad
// DESTROY: call void @_ZN5GuardD1Ev(
// ELSEWHERE-LABEL: define internal void @_Z1fi.rest(
// ELSEWHERE-NOT: GuardD1Ev
// ELSEWHERE: invoke void @_ZL7throweri(
// ELSEWHERE: landingpad
// ELSEWHERE-NEXT: catch ptr null
// ELSEWHERE: call void @tactus_exception_caught(
// ELSEWHERE: ret void
// REMARK: :[[#@LINE+4]]:1: remark: task converted: a call that may be promoted
void f(int n) {
  int a;
  Guard guard{&a};
#pragma omp task shared(a)
  a = w(n);
  thrower(n);
#pragma omp taskwait
}
