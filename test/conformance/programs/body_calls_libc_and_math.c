// FLAGS: -O1
// CONVERTED: 1
// malloc and free, string functions, snprintf and libm in the body.
#include "support.h"
#include <math.h>

int main(void) {
  static uint64_t out[600];
#pragma omp parallel for
  for (int i = 0; i < 600; i++) {
    char *text = malloc(64);
    int n = snprintf(text, 64, "%d:%x", i, (unsigned)mix((unsigned)i));
    memmove(text + 1, text, (size_t)n);
    text[0] = '#';
    out[i] = hash_bytes(text, (size_t)n + 1) + (uint64_t)floor(sqrt((double)i * 1000.0)) + strlen("abc");
    free(text);
  }
  SHOW_ARRAY("out", out, 600);
}
