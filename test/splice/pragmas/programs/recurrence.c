// Passes over an array larger than the second-level cache: recurrence WHAT. Elements need the one before them, or none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  long level = sysconf(_SC_LEVEL2_CACHE_SIZE), n = (level > 0 ? level : 1 << 20) * 10;
  float *a = calloc(n, sizeof *a);
  a[0] = 1;
  if (count > 1 && strcmp(arguments[1], "recurrence") == 0) {
#pragma splice
    for (int step = 0; step < 4; step++)
      for (long i = 1; i < n; i++)
        a[i] = a[i - 1] * 0.5f + a[i];
  } else {
#pragma splice
    for (int step = 0; step < 4; step++)
      for (long i = 1; i < n; i++)
        a[i] = a[i] * 0.5f + 1;
  }
  printf("%g\n", a[n - 1]);
  free(a);
  return 0;
}
