// Half a megabyte on the stack.
#include <string.h>
int out[8];
__attribute__((noinline)) static int use(char *p, int i, int n) {
  memset(p, i, (unsigned)n);
  return p[n - 1];
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; ++i) {
    char room[500000];
    out[i] = use(room, i, sizeof room);
  }
  return out[1] != 1;
}
