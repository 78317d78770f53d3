// What a region of threads only reads is loaded once, not after each store; what it writes, or somebody else may, stays
// shared.
// RUN: %raw %s | %opt -passes=tactus -verify-each -S | FileCheck %s
// RUN: %tactus-clang -fopenmp -O0 %s -o %t && env TACTUS_WORKERS=3 %t
// RUN: %tactus-clang -fopenmp -O2 %s -o %t && env TACTUS_WORKERS=3 %t && env TACTUS_WORKERS=3 TACTUS_REGIONS=libomp %t
#include <omp.h>
#include <stdlib.h>

// CHECK-LABEL: define internal i32 @read.omp_outlined.phases(
// CHECK-DAG: %value.copy = alloca i8
// CHECK-DAG: %[[COUNT:.*]] = load i64, ptr {{.*}}
// CHECK-DAG: store i64 %[[COUNT]], ptr %count.copy
// CHECK: define internal i32 @written.omp_outlined.phases(
// CHECK-NOT: last.copy
// CHECK-NOT: other.copy
// CHECK: define internal i32 @nested.omp_outlined.omp_outlined.phases(
__attribute__((noinline)) void read(char *to, long count, char value) {
#pragma omp parallel
  {
    char add = (char)omp_get_thread_num();
#pragma omp for
    for (long i = 0; i < 1000; i++)
      to[i] = (char)(value + i * count + 0 * add);
  }
}

/// The region writes `last`, and so does whoever has its address.
__attribute__((noinline)) long written(long count) {
  long last = 0, seen = 0, *volatile other = &seen;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      last = count;
      *other = count;
    }
#pragma omp barrier
    if (last != count || seen != count)
      abort();
  }
  return last;
}

/// Of a nested region, what the thread of the outer one has.
__attribute__((noinline)) int nested(int base) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    int own = base + omp_get_thread_num();
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += own + 0 * omp_get_thread_num();
  }
  return sum;
}

int main(void) {
  static char bytes[1000];
  read(bytes, 3, 5);
  for (long i = 0; i < 1000; i++)
    if (bytes[i] != (char)(5 + 3 * i))
      return 1;
  if (written(7) != 7)
    return 2;
  int threads = omp_get_max_threads();
  return nested(1) == threads + threads * (threads - 1) / 2 ? 0 : 3;
}
