// Code between calls and steps that needs what they have computed, or changes what later ones depend on: all of it
// waits, and has the sequential program's values.
#include <stdio.h>
#include <stdlib.h>
#include <tactus/splice.h>
enum { N = 1 << 12 };
static long a[N], b[N];
static long scale = 3, rounds, limit = 64;
static long *where = a;

#pragma splice func Reads(tactus_range(&scale, &scale + 1)) Writes(tactus_range(x, x + n))
void multiply(long *x, long n) {
  long i;
  if (n <= 64) {
    for (i = 0; i < n; i++) // i is dead behind it
      x[i] = x[i] * scale + i;
    return;
  }
  multiply(x, n / 2);
  multiply(x + n / 2, n - n / 2);
}

// The value of `sum` is needed, so the step waits; the second one may be delayed.
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void add_sum(const long *x, long *y, long n) {
  if (n > 512) {
    add_sum(x, y, n / 2);
    add_sum(x + n / 2, y + n / 2, n - n / 2);
    return;
  }
  long sum = 0;
#pragma splice step Reads(tactus_range(x, x + n))
  for (long i = 0; i < n; i++)
    sum += x[i];
#pragma splice step Writes(tactus_range(y, y + n))
  for (long i = 0; i < n; i++)
    y[i] += sum;
}

// Data decides how it goes on, and nothing says so: the function's effects are assumed.
#pragma splice func Reads(tactus_range(&scale, &scale + 1)) Writes(tactus_range(x, x + n))
void until_even(long *x, long n) {
  if (n > 128) {
    until_even(x, n / 2);
    until_even(x + n / 2, n - n / 2);
    return;
  }
  long i = 0;
  while (i < n && x[i] % 2) {
    x[i] += 1;
    if (x[i] == 8)
      break;
    multiply(x + i, 1);
    i++;
  }
  for (i = n - 1; i > 0 && x[i] % 3; --i)
    x[i]--;
}

// Effects that depend on a global variable that changes.
#pragma splice func Writes(tactus_range(x, x + limit)) Reads(tactus_range(&limit, &limit + 1))
void bounded(long *x) {
  for (long i = 0; i < limit; i++)
    x[i] ^= i;
}

// Writes a global variable that arguments and effects read.
#pragma splice func Writes(tactus_range(&scale, &scale + 1), tactus_range(&limit, &limit + 1),                         \
                           tactus_range(&where, &where + 1))
void change(long by) {
  scale += by;
  limit = limit > 1000 ? 32 : limit + by;
  where = where == a ? b : a;
}

static long sum_of(const long *x) {
  long sum = 0;
  for (long i = 0; i < N; i++)
    sum = sum * 31 + x[i];
  return sum;
}

int main(void) {
  for (long i = 0; i < N; i++)
    a[i] = i, b[i] = -i;
  long steps = 0;
#pragma splice try(6)
  for (rounds = 0; rounds < 9; rounds++) {
    multiply(a, N);
    change(rounds + 1);
    multiply(where, N);
    add_sum(a, b, N);
    bounded(where + rounds);
    until_even(b, N);
    steps += 2;
    if (rounds == 4)
      printf("%ld %ld\n", sum_of(a), scale);
    add_sum(b, a, N);
    if (sum_of(b) % 5 == 4)
      break;
  }
  printf("%ld %ld %ld %ld %ld %ld\n", sum_of(a), sum_of(b), scale, limit, rounds, steps);
  return 0;
}
