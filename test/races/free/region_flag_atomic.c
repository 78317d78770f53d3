// A flag with release and acquire hands a value over.
#include <omp.h>
int flag, value;
int main(void) {
  int got = 5;
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2) {
    if (omp_get_thread_num() == 0) {
      value = 5;
#pragma omp atomic write release
      flag = 1;
    } else {
      int seen = 0;
      while (!seen) {
#pragma omp atomic read acquire
        seen = flag;
      }
      got = value;
    }
  }
  return got != 5;
}
