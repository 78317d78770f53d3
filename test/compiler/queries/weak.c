// A weak function may not exist: comparisons see its own address, and calls and copies of the address the replacement.
// RUN: %raw -fno-openmp %s | %convert | FileCheck %s
int omp_get_num_threads(void) __attribute__((weak));
void take(int (*query)(void));
// CHECK-LABEL: @f(
// CHECK: %[[EXISTS:.*]] = icmp ne ptr @omp_get_num_threads, null
// CHECK: %[[ADDRESS:.*]] = select i1 %[[EXISTS]], ptr @tactus.omp_get_num_threads, ptr null
// CHECK: icmp ne ptr @omp_get_num_threads, null
// CHECK: call i32 @tactus.omp_get_num_threads()
// CHECK: call void @take(ptr{{.*}} %[[ADDRESS]])
int f(void) {
  int threads = 1;
  if (omp_get_num_threads)
    threads = omp_get_num_threads();
  take(omp_get_num_threads);
  return threads;
}
