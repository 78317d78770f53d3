// A task's copies of objects are destroyed at its end.
// RUN: %rawxx %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc_omp"
struct P {
  P(const P &) noexcept;
  ~P();
  int v;
};
void use(const P &) noexcept;
// CHECK-LABEL: define internal {{.*}}@.omp_task_entry.
// CHECK: @_Z3useRK1P(
// CHECK: call {{.*}}@.omp_task_destructor.
void f(P &p) {
#pragma omp task firstprivate(p)
  {
    use(p);
    use(p);
  }
  use(p);
}
