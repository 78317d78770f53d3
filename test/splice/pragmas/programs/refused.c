// Functions and statements that cannot be taken apart wait as a whole.
#include <stdio.h>
#include <string.h>
#include <tactus/splice.h>
enum { N = 1024 };
static int a[N], b[N], counted;
static int *remembered;

#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void forward(const int *x, int *y, int n) {
  if (n <= 16) {
    for (int i = 0; i < n; i++)
      y[i] += x[i];
    return;
  }
  forward(x, y, n / 2);
  forward(x + n / 2, y + n / 2, n - n / 2);
}
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void with_goto(const int *x, int *y, int n) {
  int i = 0;
again:
  if (i < n) {
    forward(x + i, y + i, n - i > 64 ? 64 : n - i);
    i += 64;
    goto again;
  }
}
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(y, y + n))
void with_switch(const int *x, int *y, int n) {
  switch (n % 3) {
  case 0:
    forward(x, y, n);
    break;
  case 1:
    forward(x, y, n / 2);
    break;
  default:
    forward(x, y, n / 3);
  }
}
#pragma splice func Writes(tactus_range(x, x + n), tactus_range(&remembered, &remembered + 1))
void with_address(int *x, int n) {
  int local[4] = {1, 2, 3, 4}, other = n;
  remembered = &other;
  forward(local, x, 4);
  *remembered += 5;
  x[5] += other;
}
struct range {
  int *first;
  int count;
};
// A struct waits for its call as any other value; effects that read memory are taken to be everything.
#pragma splice func Writes(tactus_range(r.first, r.first + r.count))
void by_value(struct range r) {
  if (r.count > 32) {
    struct range half = {r.first, r.count / 2}, rest = {r.first + r.count / 2, r.count - r.count / 2};
    by_value(half);
    by_value(rest);
    return;
  }
#pragma splice step Writes(tactus_range(r.first, r.first + r.count))
  for (int i = 0; i < r.count; i++)
    r.first[i] ^= i;
}
#pragma splice func Writes(tactus_range(r->first, r->first + r->count)) Reads(tactus_range(r, r + 1))
void by_pointer(const struct range *r) { forward(r->first + r->count / 2, r->first, r->count / 2); }
// Calls itself for its value.
#pragma splice func Reads(tactus_range(x, x + n)) Writes(tactus_range(&counted, &counted + 1))
int count(const int *x, int n) {
  if (n == 1) {
    counted++;
    return x[0] & 1;
  }
  return count(x, n / 2) + count(x + n / 2, n - n / 2);
}
#pragma splice func Writes(tactus_range(x, x + n))
void arrays(int n, int x[n], int m) {
  if (n > 8) {
    arrays(n / 2, x, m);
    arrays(n - n / 2, x + n / 2, m);
    return;
  }
  int here[n];
  memset(here, 1, sizeof here);
  for (int i = 0; i < n; i++)
    x[i] += here[i] % m;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 13, b[i] = i % 7;
  void (*pointer)(const int *, int *, int) = forward;
  int odd = 0;
  static struct range whole;
  whole.first = b;
  whole.count = N;
#pragma splice try(5)
  for (int round = 0; round < 3; round++) {
    forward(a, b, N);
    with_goto(b, a, N);
    with_switch(a, b, N - round);
    with_address(a + round, N);
    by_value(whole);
    by_pointer(&whole);
    pointer(b, a, N / 2);
    odd += count(a, N);
    arrays(N, b, 5);
    count(b, N);
    whole.count -= 64;
  }
#pragma splice step Reads(tactus_range(a, a + N))
  for (int i = 0; i < N; i++)
    odd = odd * 31 + a[i] - b[i];
  printf("%d %d\n", odd, counted);
  return 0;
}
