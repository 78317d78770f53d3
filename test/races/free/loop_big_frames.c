// Frames of very different sizes lie over each other on the stack.
#include <string.h>
long out[40];
__attribute__((noinline)) static long deep(int n) {
  volatile char room[5000];
  memset((char *)room, n, sizeof room);
  return n ? deep(n - 1) + room[7] : room[3];
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; ++i)
    out[i] = deep(i % 30);
  return out[0] != 0;
}
