// The record of a function also tells what it does by way of functions that only its file can call. These have records of
// their own only where it would say more than is so, where they call themselves, or call many.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=NONE
#define LOCAL __attribute__((noinline)) static
void far(int);
int other(void);
void a(void); void b(void); void c(void); void d(void); void e(void); void f(void); void g(void); void h(void); void i(void);

// CHECK-DAG: @[[FAR:tactus.callees[.0-9]*]] = private constant [1 x ptr] [ptr @tactus.calls.far]
// CHECK-DAG: @tactus.calls.reaches = hidden constant { i32, i32, ptr } { i32 1, i32 1, ptr @[[FAR]] }
// CHECK-DAG: @tactus.calls.loop = internal constant { i32, i32, ptr } { i32 2, i32 1, ptr @tactus.callees
// CHECK-DAG: @[[LOOP:tactus.callees[.0-9]*]] = private constant [2 x ptr] [ptr @tactus.calls.loop, ptr @tactus.calls.other]
// CHECK-DAG: @tactus.calls.mixes = hidden constant { i32, i32, ptr } { i32 0, i32 2, ptr @[[LOOP]] }
// CHECK-DAG: @tactus.calls.turns = internal constant { i32, i32, ptr } { i32 0, i32 2, ptr @tactus.callees
// CHECK-DAG: @[[TURNS:tactus.callees[.0-9]*]] = private constant [1 x ptr] [ptr @tactus.calls.turns]
// CHECK-DAG: @tactus.calls.circles = hidden constant { i32, i32, ptr } { i32 0, i32 1, ptr @[[TURNS]] }
// CHECK-DAG: @tactus.calls.many = internal constant { i32, i32, ptr } { i32 0, i32 9, ptr @tactus.callees
// CHECK-DAG: @tactus.calls.quiet = hidden constant { i32, i32, ptr } zeroinitializer
// NONE-NOT: @tactus.calls.{{silent|calls|waits|steps|caller}} =

LOCAL int silent(int x) { return x + 1; }
LOCAL int calls(int *x) {
  far(*x);
  return __atomic_load_n(x, __ATOMIC_ACQUIRE);
}
int reaches(int *x) { return silent(calls(x)); }
int quiet(int x) { return silent(x); }

// `loop` waits if far() synchronises, `mixes` does not: other() may.
LOCAL void loop(int n) {
  for (int at = 0; at < n; at++)
    far(at);
}
int mixes(int n) {
  loop(n);
  return other();
}

LOCAL void turns(int n) {
  far(n);
  if (n > 0)
    turns(n - 1);
}
void circles(int n) { turns(n); }

LOCAL void many(void) { a(), b(), c(), d(), e(), f(), g(), h(), i(); }
void calledOften(void) { many(); }

// The loop may wait for what steps() sees of others; whoever calls it is not fit either.
LOCAL int steps(int *x) { return __atomic_load_n(x, __ATOMIC_ACQUIRE); }
void waits(int *x) {
  while (!steps(x))
    ;
}
void caller(int *x) { waits(x); }
