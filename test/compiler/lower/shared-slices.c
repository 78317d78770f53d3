// A function whose loop is that of its caller's region is called at several places of it: the loop has one slice, which
// all of these call. What differs between the calls are arguments. A loop that is called once has its constants. A region
// that somebody may ask for is no exception.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=COUNT %s < %t.ll
// RUN: %tactus-clang -fopenmp -O2 -g -ftactus-verify -fno-discard-value-names -S -emit-llvm -o %t.debug.ll %s
// RUN: FileCheck --check-prefix=COUNT %s < %t.debug.ll

// COUNT-NOT: define {{.*}}slice
// COUNT: define internal {{.*}}@several.slice
// COUNT-NOT: define {{.*}}slice
// COUNT: define internal {{.*}}@nested.slice
// COUNT-NOT: define {{.*}}slice
// COUNT: define internal {{.*}}@once.slice
// COUNT-NOT: define {{.*}}slice
// COUNT: define internal {{.*}}@asking.slice
// COUNT-NOT: define {{.*}}slice

static void scale(double *x, int n, double factor) {
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] *= factor;
}

// CHECK-LABEL: define dso_local void @several(
// CHECK: call {{.*}}@[[SEVERAL:several.slice[.0-9]*]]({{.*}} double {{.*}}2.000000e+00
// CHECK: call {{.*}}@[[SEVERAL]]({{.*}} double {{.*}}3.000000e+00
// CHECK: call {{.*}}@[[SEVERAL]]({{.*}} double {{.*}}5.000000e+00
void several(double *x, double *y, int n) {
#pragma omp parallel
  {
    scale(x, n, 2);
    scale(y, n, 3);
    scale(x, n, 5);
  }
}

static void scaleBoth(double *x, double *y, int n) {
  scale(x, n, 7);
  scale(y, n, 7);
}

// CHECK-LABEL: define dso_local void @nested(
// CHECK-COUNT-4: call {{.*}}@nested.slice
void nested(double *x, double *y, double *z, int n) {
#pragma omp parallel
  {
    scaleBoth(x, y, n);
    scaleBoth(y, z, n);
  }
}

static void add(double *x, int n, double term) {
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] += term;
}

// CHECK-LABEL: define dso_local void @once(
// CHECK-NOT: 1.250000e+00
void once(double *x, int n) {
#pragma omp parallel
  {
    add(x, n, 1.25);
#pragma omp single nowait
    x[0] = 0;
  }
}

void mayAsk(void);
static void ask(double *x, int n) {
#pragma omp for
  for (int i = 0; i < n; i++) {
    mayAsk();
    x[i] = 1;
  }
}

void asking(double *x, double *y, int n) {
#pragma omp parallel
  {
    ask(x, n);
    ask(y, n);
  }
}
// CHECK-LABEL: define internal {{.*}}@once.slice
// CHECK: fadd {{.*}}1.250000e+00
