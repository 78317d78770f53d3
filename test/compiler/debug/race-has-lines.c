// ThreadSanitizer names the lines of both sides of a race in a loop, and of the loop, also where the optimiser has put
// everything into the function that a task calls.
// RUN: %tactus-clang -fopenmp -g -O0 -fsanitize=thread %s -o %t0 && env TACTUS_WORKERS=2 TACTUS_PROMOTE=all TSAN_OPTIONS=exitcode=0:halt_on_error=1 %t0 2>&1 | FileCheck %s
// RUN: %tactus-clang -fopenmp -g -O1 -fsanitize=thread %s -o %t1 && env TACTUS_WORKERS=2 TACTUS_PROMOTE=all TSAN_OPTIONS=exitcode=0:halt_on_error=1 %t1 2>&1 | FileCheck %s
// RUN: %tactus-clang -fopenmp -g -O2 -fsanitize=thread %s -o %t2 && env TACTUS_WORKERS=2 TACTUS_PROMOTE=all TSAN_OPTIONS=exitcode=0:halt_on_error=1 %t2 2>&1 | FileCheck %s

// CHECK: WARNING: ThreadSanitizer: data race
// CHECK: {{Write|Read}} of size 8
// CHECK-NEXT: #0 {{.*}}race-has-lines.c:24:9
// CHECK: race-has-lines.c:19
// CHECK: Previous {{write|read}} of size 8
// CHECK-NEXT: #0 {{.*}}race-has-lines.c:24:9
// CHECK: race-has-lines.c:19
#include <stdio.h>
#include <unistd.h>

int main(void) {
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    // Time for another worker to take the second half.
    if (i % 50 == 0)
      usleep(20000);
    sum += i;
  }
  printf("%ld\n", sum);
  return 0;
}
