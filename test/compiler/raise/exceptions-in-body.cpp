// Calls that may throw are invokes to a handler that terminates, as OpenMP has it. The slice gets the personality.
// RUN: %rawxx %s | %convert | FileCheck %s
// RUN: %remarksxx %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
double work(double value);

// CHECK: define internal void @_Z1fiPd.slice({{.*}} personality ptr @__gxx_personality_v0
// CHECK: invoke {{.*}}double @_Z4workd({{.*}}[ "deopt"(i64 1, i64 %{{.*}}, ptr %tactus.slot) ]
// CHECK: call void @__clang_call_terminate(
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: outer loop, polled once an iteration [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = work(x[i]);
}
