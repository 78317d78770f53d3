// The parts of an untied task follow each other without going back to libomp.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc" --implicit-check-not=switch
int work(int i);
// CHECK-LABEL: define {{.*}}@f(
void f(int *x) {
#pragma omp task untied shared(x)
  {
    int a, b;
#pragma omp task shared(a)
    a = work(1);
#pragma omp task shared(b)
    b = work(2);
#pragma omp taskwait
    *x = a + b;
  }
}
