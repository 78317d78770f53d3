// A task that only calls a function: the call itself is the first branch, its result needs no memory, and what may run
// elsewhere has the argument as its environment.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc_omp" --implicit-check-not="alloca i32"

// CHECK-LABEL: define {{.*}}@fib(
// CHECK: invoke i32 @fib(i32 {{.*}}"deopt"(i64 3, i64 1, {{.*}}i32 %n)
// CHECK: call void @tactus_fork_join(
// CHECK: call i32 @fib(
// CHECK: ret i32
// CHECK-LABEL: define internal void @fib.rest(
// CHECK: call i32 @fib(
// CHECK: store i32
int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
