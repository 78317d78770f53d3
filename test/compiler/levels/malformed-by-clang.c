// An atomic comparison of a long double is malformed as clang writes it. -ftactus-verify says whose fault that is.
// RUN: %tactus-clang -fopenmp -O2 -w -ftactus-verify -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: tactus: warning: {{.*}}malformed-by-clang.c is malformed as clang writes it (atomic {{.*}}), -ftactus-verify looks for other faults{{$}}
long double x;
void compare(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
#pragma omp atomic compare
    x = x == 3.0L ? 1.0L : x;
  }
}
