// Which calls in a loop's body are made visible to the stack walk. Those that may come back to a poll carry the loop:
// its iteration is being executed (1), so that what may go elsewhere begins behind it.
// RUN: %raw %s | %convert | FileCheck %s

double unknown(double value);
double log(double value);
void *memcpy(void *to, const void *from, unsigned long size);
static double leaf(double value) { return value + 1; }
static double hidden(double value) { return unknown(value); }

// CHECK-LABEL: define internal void @f.slice(
// An external function that nothing is known of:
// CHECK: call {{.*}}double @unknown({{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
// A function of this file that calls one, through a pointer as well:
// CHECK: call {{.*}}double @hidden({{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
// CHECK: call {{.*}}double %{{[0-9]+}}({{.*}}) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %tactus.slot) ]
// Library functions that call nobody back, and code of this file that reaches no poll, go without:
// CHECK-NOT: call {{.*}}@log({{.*}}"deopt"
// CHECK-NOT: call {{.*}}@leaf({{.*}}"deopt"
// CHECK-NOT: call {{.*}}@llvm.memcpy{{.*}}"deopt"
// CHECK: call {{.*}}double @log(
// CHECK: call {{.*}}double @leaf(
// CHECK: call void @llvm.memcpy
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(int n, double *x, double *y, double (*pointer)(double)) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double value = unknown(x[i]);
    value += hidden(value);
    value += pointer(value);
    value += log(value);
    value += leaf(value);
    memcpy(y + i, &value, sizeof value);
  }
}
