// What a task is given goes in values, its own copies of variables as well. It is left in memory where the task takes an
// address, or is given much.
// RUN: %raw %s | %convert | FileCheck %s
static int sum;
void visit(int x) {
  if (x > 2) {
#pragma omp task
    visit(x / 2);
    visit(x / 3);
  }
  sum += x;
}
static void change(int *x) { *x += sum; }

// CHECK-LABEL: define {{.*}}@values(
// CHECK-NOT: %task = alloca
// CHECK: ret void
void values(int *x, int n) {
  double d = n;
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(i, d)
  {
    i += 2;
    x[i] = i;
    visit(i);
    visit((int)d);
  }
}

// CHECK-LABEL: define {{.*}}@address(
// CHECK: %task = alloca
void address(int n) {
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(i)
  {
    change(&i);
    visit(i);
    visit(i);
  }
}

// CHECK-LABEL: define {{.*}}@many(
// CHECK: %task = alloca
void many(int *x, int n, int a, int b, int c, int d, int e, int f, int g, int h, int j, int k) {
  for (int i = 0; i < n; i++)
#pragma omp task firstprivate(i)
  {
    visit(a + b + c + d + e + f + x[i]);
    visit(g + h + j + k + n);
  }
}
// CHECK: define internal void @.omp_task_entry.{{[0-9.]*}}(double %{{[0-9]*}}, ptr %{{[0-9]*}}, i32 %{{[0-9]*}})
