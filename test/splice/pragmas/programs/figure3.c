// Figure 3 of the paper, in C: three copies, of which the third one reads what the second one writes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus/splice.h>
#define RE(a, b) tactus_range(a, b)
enum { M = 1 << 20, threshold = 4096 };
static char A[M], B[M], C[M], D[M];
#pragma splice func Reads(RE(X, X + n)) Writes(RE(Y, Y + n))
void copy(const char *X, char *Y, size_t n) {
  size_t i, mid;
#pragma splice step Reads(RE(X, X + n)) Writes(RE(Y, Y + n))
  if (n < threshold) {
    for (i = 0; i < n; i++)
      Y[i] = X[i];
  } else {
    mid = n / 2;
    copy(X, Y, mid);
    copy(X + mid, Y + mid, n - mid);
  }
}
int main(void) {
  for (int i = 0; i < M; i++)
    A[i] = (char)(i * 7);
#pragma splice try(3)
  copy(A, B, M);
  copy(A, C, M);
  copy(C + 1, D, M - 1);
  printf("%d %d %d\n", memcmp(A, B, M), memcmp(A, C, M), memcmp(A + 1, D, M - 1));
  return 0;
}
