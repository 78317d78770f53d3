// A leaf that is long is not put in line where it is created, since promoted forks call its function anyhow. The copies of
// a fork in rests poll by one function.
// RUN: %raw %s | %convert | FileCheck %s
static void leaf(long *x, int i) {
  for (int j = 0; j < 100; j++)
    x[i] = x[i] * 3 + j;
}

// CHECK-LABEL: define {{.*}}@f(
// CHECK: fork.hot:
// CHECK-NEXT: call void @leaf(ptr noundef %x, i32 noundef 0) #[[#LONG:]]
// CHECK: call preserve_mostcc ptr @tactus.poll
// CHECK: call preserve_mostcc ptr @[[POLL:tactus.poll[.0-9]*]](ptr %x
// CHECK-LABEL: define internal void @f.rest(
// CHECK: call preserve_mostcc ptr @[[POLL]](ptr
// CHECK: attributes #[[#LONG]] = { noinline
void f(long *x) {
#pragma omp task
  leaf(x, 0);
  for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
    leaf(x, i);
  }
}
