// A loop with a version for threads has its iterations in a function that both versions call, if they are long and have
// loops: so they are compiled once. What they read is passed by value, and their own variables go along. Iterations that
// write a variable of the region's, or that are short, stand in each version.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -ftactus-verify -g -O2 -c -o /dev/null %s
int other(int);

// CHECK-LABEL: define internal void @f.iteration(
// CHECK-SAME: i32 %{{[^,]*}}, i32 %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,)]*}})
// CHECK-LABEL: define internal void @f.omp_outlined
// CHECK: call void @f.iteration(i32 %{{[^,]*}}, i32 %{{[^,]*}}, ptr %{{[^,]*}}, ptr %{{[^,]*}})
// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @f.iteration(
void f(long *y, const long *x, int n, int parts) {
#pragma omp parallel for
  for (int part = 0; part < parts; part++) {
    int begin = other(part), end = other(part + 1);
    long rest = 0;
    for (int i = begin; i < end; i++) {
      long sum = 0;
      for (int j = 0; j < n; j++) {
        if (x[j] > 3)
          sum += y[j] * x[i];
        else if (x[j] < -3)
          sum -= y[i];
        else
          rest++;
        if (x[j] != y[i])
          sum += x[i] * 4;
        else
          rest += y[j];
        if (x[j] > 5)
          sum += y[j] * x[i];
        else if (x[j] < -5)
          sum -= y[i];
        else
          rest++;
      }
      y[i] = sum + other(i);
    }
    y[part] += rest;
  }
}

// A reduction's copy is the region's.
// CHECK-NOT: @g.iteration(
long g(const long *x, int n, int parts) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int part = 0; part < parts; part++) {
    int begin = other(part), end = other(part + 1);
    for (int i = begin; i < end; i++)
      for (int j = 0; j < n; j++) {
        if (x[j] > 3)
          sum += x[j] * x[i];
        else if (x[j] < -3)
          sum -= x[i];
        if (x[j] != x[i])
          sum += x[i] * 4;
        else
          sum += x[j];
        if (x[j] > 5)
          sum += x[j] * x[i];
        else if (x[j] < -5)
          sum -= x[i];
      }
    sum += other(end);
  }
  return sum;
}

// CHECK-NOT: @h.iteration(
void h(long *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = other(i);
}
