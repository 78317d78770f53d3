// Blocks that are cleared overlap.
#include <string.h>
char a[200];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; ++i)
    memset(a + 16 * i, i, 20);
  return a[0];
}
