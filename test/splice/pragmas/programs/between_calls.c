// What code between the calls of a try changes, and what spliced functions change, though no effect says so.
#include <stdio.h>
#include <tactus/splice.h>

enum { Size = 1024 };
#define RANGE(p, first, last) tactus_range((p) + (first), (p) + (last))
static int x[Size], y[Size];
int factor_elsewhere(void); // in between_calls_elsewhere.c
void set_elsewhere(int factor);

static int report(void) {
  int sum = 0;
  for (int i = 0; i < Size; i++)
    sum = sum * 31 + x[i] * 3 + y[i];
  return sum;
}

// A variable that a callee reads; it is set by a callee, too.
static int add;
static int added(void) { return add; }
static void set(int value) { add = value; }
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
static void by_callee(const int *from, int *to, int n) {
  if (n > 64) {
    by_callee(from, to, n / 2);
    by_callee(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 3 + added();
}

// Pointers that the effects depend on, through functions.
static int *from_ = x, *to_ = y;
static int *source(int i) { return from_ + i; }
static int *target(int i) { return to_ + i; }
#pragma splice func Reads(tactus_range(source(l), source(h))) Writes(tactus_range(target(l), target(h)))
static void by_pointers(int l, int h) {
  if (h - l > 64) {
    by_pointers(l, (l + h) / 2);
    by_pointers((l + h) / 2, h);
    return;
  }
  for (int i = l; i < h; i++)
    *target(i) = *source(i) + 1;
}

// A variable that is known by its address, in a struct.
static struct {
  int factor;
} settings;
static int *address = &settings.factor;
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
static void by_address(const int *from, int *to, int n) {
  if (n > 64) {
    by_address(from, to, n / 2);
    by_address(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] * *address;
}

// A variable of another file.
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
static void by_other_file(const int *from, int *to, int n) {
  if (n > 64) {
    by_other_file(from, to, n / 2);
    by_other_file(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] + factor_elsewhere();
}

// A variable that the function itself counts in.
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
static void by_counting(const int *from, int *to, int n) {
  static int count;
  if (n > 64) {
    by_counting(from, to, n / 2);
    by_counting(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] + count++;
}

// A call reads what another one changes, and declares.
static int level;
#pragma splice func Writes(tactus_range(&level, &level + 1))
static void raise_level(int by) { level += by; }
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
static void by_level(const int *from, int *to, int n) {
  if (n > 64) {
    by_level(from, to, n / 2);
    by_level(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] + level;
}

static void allocate(int **arrays) {
  arrays[0] = x;
  arrays[1] = y;
}

int main(void) {
  for (int i = 0; i < Size; i++)
    x[i] = i;
#pragma splice try(3)
  for (int t = 0; t < 6; t++) {
    add = t;
    by_callee(t & 1 ? y : x, t & 1 ? x : y, Size);
  }
  printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 6; t++) {
    set(t);
    by_callee(t & 1 ? y : x, t & 1 ? x : y, Size);
  }
  printf("%d\n", report());
#pragma splice try(4)
  for (int t = 0; t < 5; t++) {
    by_pointers(0, Size);
    int *other = from_;
    from_ = to_;
    to_ = other;
  }
  printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 6; t++) {
    settings.factor = t + 2;
    by_address(t & 1 ? y : x, t & 1 ? x : y, Size);
  }
  printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 6; t++) {
    set_elsewhere(t);
    by_other_file(t & 1 ? y : x, t & 1 ? x : y, Size);
  }
  printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 6; t++)
    by_counting(t & 1 ? y : x, t & 1 ? x : y, Size);
  printf("%d\n", report());
#pragma splice try(4)
  for (int t = 0; t < 6; t++) {
    raise_level(t);
    by_level(t & 1 ? y : x, t & 1 ? x : y, Size);
  }
  printf("%d\n", report());
  // Nobody changes the pointers in the array, though functions know its address: these are spliced.
  int *arrays[2];
  allocate(arrays);
  add = 1;
#pragma splice try(3)
  for (int t = 0; t < 6; t++)
    by_callee(arrays[t & 1] + 1, arrays[(t + 1) & 1], Size - 1);
  printf("%d\n", report());
}
