// What iterations pass on to each other in private variables ends with the task that num_tasks or grainsize makes: bit
// 256 of the loop's flags says that each has a record of its own. Where nothing is passed on, tasks share records.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw -O0 -Xclang -disable-O0-optnone %s | %convert | FileCheck %s
int next(unsigned *);

// Each loop comes right behind the name of its function. Bit 64 says that nobody asks which task he is in, as a function
// of another file might.
// CHECK: c"counted\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 324, i64
// CHECK: c"elements\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 324, i64
// CHECK: c"seeded\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 260, i64
// CHECK: c"sometimes\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 324, i64
// CHECK: c"escaping\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 324, i64
// CHECK: c"free_to_divide\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 68, i64
// CHECK: c"scratch\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 68, i64
// CHECK: c"read_only\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 68, i64
// CHECK: c"in_the_body\00"
// CHECK-NEXT: @tactus.loop{{.*}} i32 1, i32 68, i64

// CHECK-LABEL: define {{.*}}@counted(
// CHECK: call void @tactus_taskloop(ptr @tactus.taskloop,
void counted(int n, int *x, int k) {
#pragma omp taskloop num_tasks(2) firstprivate(k)
  for (int i = 0; i < n; i++)
    x[i] = k++;
}
void elements(int n, int *x) {
  int seen[10] = {0};
#pragma omp taskloop grainsize(100) firstprivate(seen)
  for (int i = 0; i < n; i++)
    x[i] = seen[x[i] % 10]++;
}
void seeded(int n, int *x, unsigned seed) {
#pragma omp taskloop num_tasks(2) firstprivate(seed)
  for (int i = 0; i < n; i++)
    x[i] = next(&seed);
}
void sometimes(int n, int *x) {
  int last;
#pragma omp taskloop num_tasks(2) private(last)
  for (long i = 0; i < n; i++) {
    if (i % 10 == 0)
      last = x[i];
    x[i] -= last;
  }
}
void escaping(int n, int **x, int k) {
#pragma omp taskloop num_tasks(2) firstprivate(k)
  for (int i = 0; i < n; i++) {
    x[i] = &k;
    *x[i / 2] = i;
  }
}
// Without a clause there is no saying where tasks begin.
void free_to_divide(int n, int *x, int k) {
#pragma omp taskloop firstprivate(k)
  for (int i = 0; i < n; i++)
    x[i] = k++;
}
void scratch(int n, int *x) {
  int t, k, last, few[4];
#pragma omp taskloop num_tasks(2) private(t, k, few) lastprivate(last)
  for (int i = 0; i < n; i++) {
    t = x[i];
    few[1] = t;
    few[2] = 3;
    last = few[2] + few[1];
    x[i] = last;
    k = 5;
    k += t;
    x[i] += k;
  }
  x[0] = last;
}
void read_only(int n, int *x, int k) {
  int table[4] = {1, 2, 3, k};
#pragma omp taskloop grainsize(2) firstprivate(k, table)
  for (int i = 0; i < n; i++)
    x[i] = k + table[i % 4];
}
void in_the_body(int n, int m, int x[n][m]) {
#pragma omp taskloop collapse(2) grainsize(10)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int own[4] = {i, j, i, j};
      own[j % 3] += i;
      x[i][j] += own[j % 4];
    }
}
