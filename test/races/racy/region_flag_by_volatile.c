// A volatile flag hands a value over.
volatile int flag;
int value;
#include <omp.h>
int main(void) {
  int got = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2) {
    if (omp_get_thread_num() == 0) {
      value = 5;
      flag = 1;
    } else {
      while (!flag)
        ;
      got = value;
    }
  }
  return got < 0;
}
