// The pointer is private, what it points to is not.
#include <stdlib.h>
int main(void) {
  int *p = calloc(1, sizeof *p);
#pragma omp parallel for firstprivate(p)
  for (int i = 0; i < 50; ++i)
    *p += i;
  free(p);
  return 0;
}
