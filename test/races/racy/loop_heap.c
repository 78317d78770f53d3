// A shared buffer from the heap.
#include <stdlib.h>
int main(void) {
  int *buffer = malloc(4 * sizeof *buffer), out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; ++i) {
    buffer[0] = i;
    out[i] = buffer[0];
  }
  free(buffer);
  return out[0] < 0;
}
