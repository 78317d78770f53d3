// Each iteration allocates and frees.
#include <stdlib.h>
int out[60];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 60; ++i) {
    int *p = malloc(sizeof *p * 8);
    p[i % 8] = i;
    out[i] = p[i % 8];
    free(p);
  }
  return out[1] != 1;
}
