#include <stdio.h>
int main(void) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 1; i <= 1000000; i++)
    total += 1.0 / i;
  printf("%.3f\n", total);
}
