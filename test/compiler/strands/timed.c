// Regions that threads run say where they begin and end, whoever runs them, and once; latent loops say nothing.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | %convert | FileCheck %s
int omp_get_thread_num(void);
void other(int);

// CHECK-LABEL: define {{.*}}@strands(
// CHECK: call void @tactus_time_begin(ptr @[[#]])
// CHECK: call i32 @tactus_team_fork(
// CHECK-NOT: tactus_time
// CHECK: call void {{.*}}@__kmpc_fork_call(
// CHECK-NOT: tactus_time_begin
// CHECK: call void @tactus_time_end()
// CHECK-NOT: tactus_time
// CHECK: ret void
void strands(int *x) {
#pragma omp parallel
  {
    other(x[omp_get_thread_num()]);
#pragma omp barrier
    x[omp_get_thread_num()]++;
  }
}

// CHECK-LABEL: define {{.*}}@libomp(
// CHECK: call void @tactus_time_begin(
// CHECK-NOT: tactus_time
// CHECK: call void {{.*}}@__kmpc_fork_call(
// CHECK-NEXT: call void @tactus_time_end()
// CHECK-NOT: tactus_time
// CHECK: ret void
void libomp(int n, int *x) {
#pragma omp parallel for ordered(1)
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    x[i] += x[i - 1];
#pragma omp ordered depend(source)
  }
}

// CHECK-LABEL: define {{.*}}@latent(
// CHECK-NOT: tactus_time
// CHECK: ret void
void latent(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}

// They touch nothing that the program sees.
// CHECK: declare void @tactus_time_begin(ptr) #[[ATTRIBUTES:[0-9]+]]
// CHECK: attributes #[[ATTRIBUTES]] = { nocallback nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
