// A function's buffer is static.
#include <string.h>
static char *format(int i) {
  static char buffer[16];
  memset(buffer, 'a' + i % 26, sizeof buffer - 1);
  return buffer;
}
char out[40];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; ++i)
    out[i] = format(i)[3];
  return out[0] == 0;
}
