/* Effects that say too little, found by -ftactus-check-effects: lying_pragmas MISTAKE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tactus/splice.h>

enum { N = 1024, Leaf = 64 };
static int a[N + 1], b[N + 1];
static const int table[4] = {1, 2, 3, 4};
static int constant_in_fact = 5;
static const char *mistake;

static int is(const char *name) { return strcmp(mistake, name) == 0; }

#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void add(const int *x, int *y, int n) {
  if (n > Leaf) {
    add(x, y, n / 2);
    add(x + n / 2, y + n / 2, n - n / 2);
    return;
  }
#pragma splice step Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
  {
    int *own = malloc(sizeof(int) * Leaf), local[Leaf];
    memset(local, 0, sizeof local);
    for (int i = 0; i < n; i++) {
      own[i] = x[i] + table[i % 4] + constant_in_fact;
      local[i] = own[i];
    }
    for (int i = 0; i < n; i++)
      y[i] += local[i];
    if (is("write"))
      y[n]++; /* write */
    if (is("read"))
      y[0] += x[n]; /* read */
    if (is("copy"))
      memcpy(y, x, sizeof(int) * ((size_t)n + 1)); /* copy */
    free(own);
  }
}

#pragma splice func Writes(tactus_range(y, y + n))
void clear(int *y, int n) {
  int first = 0;
#pragma splice step Reads(tactus_range(y, y + 1))
  first = y[is("value") ? 1 : 0]; /* value */
#pragma splice step Writes(tactus_range(y, y + n))
  for (int i = 0; i < n; i++)
    y[i] -= first;
}

#pragma splice func Writes(tactus_range(y, y + n))
void in_parts(int *y, int n) {
  struct tactus_chunks some = {0, n, 100, 0};
#pragma splice step Writes(tactus_range(y + some.first, y + some.last)) Slice(some)
  for (ptrdiff_t i = some.first; i < some.last; i++)
    if (is("part"))
      y[(i + 1) % n]++; /* part */
    else
      y[i] *= 3;
}

#pragma splice func Writes(tactus_range(y, y + n))
void in_turn(int *y, int n, int end) {
#pragma splice rest Writes(tactus_range(y + 1, y + end))
#pragma splice step Writes(tactus_range(y, y + 1))
  y[0]++;
#pragma splice step Writes(tactus_range(y + 1, y + n))
  for (int i = 1; i < n; i++) /* rest */
    y[i]++;
}

int main(int count, char **arguments) {
  mistake = count > 1 ? arguments[1] : "none";
  int end = is("rest") ? 1 : N;
#pragma splice try(4)
  for (int i = 0; i < 4; i++) {
    add(a, b, N);
    add(b, a, N);
    clear(a, N);
    clear(b, N);
    in_parts(a, N);
    in_parts(a, N);
    in_turn(a, N, end);
  }
  printf("%d\n", a[N] + b[N]);
  return 0;
}
