// Every thread stores its number.
#include <omp.h>
int x;
int main(void) {
#pragma omp parallel num_threads(4)
  x = omp_get_thread_num();
  return x < 0;
}
