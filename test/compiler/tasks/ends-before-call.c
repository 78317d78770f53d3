// Where tasks of the file run on libomp, code of other files may wait for them: a task ends before such a call, and its remark
// says so. "Nothing is left to run beside it" is what a program can change.
// RUN: %remarks %s 2>&1 | FileCheck %s
int w(int i);
int v(int i);
void libomps(int n) {
// CHECK: remark: task left to its region:
#pragma omp task depend(iterator(i = 0:n), inout : n)
  v(n);
#pragma omp taskwait
}
int called(int n) {
  int a, b;
// CHECK: :[[@LINE+1]]:1: remark: task executed where it is created: the code behind it may wait for tasks that libomp runs, so this one ends first [-Rpass-missed=tactus]
#pragma omp task shared(a)
  a = w(n);
  b = v(n);
#pragma omp taskwait
  return a + b;
}
int waited(int n) {
  int a;
// CHECK: :[[@LINE+1]]:1: remark: task executed where it is created: nothing is left to run beside it before it is waited for [-Rpass-missed=tactus]
#pragma omp task shared(a)
  a = w(n);
#pragma omp taskwait
  return a;
}
