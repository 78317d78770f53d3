// Effects and calls through pointers to structs, which calls and the code between them change.
#include <stdio.h>
#include <stdlib.h>
#include <tactus/splice.h>
struct Level {
  unsigned *u, *v;
  unsigned factor;
  struct Level *coarse;
};
enum { N = 1024 };
#define R(p, l, h) tactus_range((p) + (l), (p) + (h))
#pragma splice func Reads(R(L->u, l, h), tactus_range(&L->factor, &L->factor + 1)) Writes(R(L -> v, l, h))
static void sweep(struct Level *L, int l, int h) {
  if (h - l > 64) {
    sweep(L, l, (l + h) / 2);
    sweep(L, (l + h) / 2, h);
    return;
  }
#pragma splice step Reads(R(L->u, l, h)) Writes(R(L -> v, l, h))
  for (int i = l; i < h; i++)
    L->v[i] = L->u[i] * 3 + L->factor;
}
#pragma splice func Reads(R(L->u, l, h)) Writes(R(L -> v, l, h))
static void sweep2(struct Level *L, int l, int h) {
  if (h - l > 64) {
    sweep2(L, l, (l + h) / 2);
    sweep2(L, (l + h) / 2, h);
    return;
  }
  for (int i = l; i < h; i++)
    L->v[i] += L->u[i] * 5 + L->coarse->factor;
}
#pragma splice func Reads(tactus_range(L, L + 1)) Writes(tactus_range(L, L + 1))
static void flip(struct Level *L) {
  unsigned *u = L->u;
  L->u = L->v;
  L->v = u;
  L->factor++;
}
static void flop(struct Level *L) {
  unsigned *u = L->u;
  L->u = L->v;
  L->v = u;
  L->factor += 3;
}
static struct Level global_, *known = &global_;
#pragma splice func Reads(R(known->u, l, h)) Writes(R(known -> v, l, h))
static void sweep3(int l, int h) {
  if (h - l > 64) {
    sweep3(l, (l + h) / 2);
    sweep3((l + h) / 2, h);
    return;
  }
  for (int i = l; i < h; i++)
    known->v[i] += known->u[i] * 5 + known->factor;
}
#pragma splice func Reads(R(from, 0, n + 1)) Writes(R(to, 0, n))
static void shift(const unsigned *from, unsigned *to, int n) {
  if (n > 64) {
    shift(from, to, n / 2);
    shift(from + n / 2, to + n / 2, n - n / 2);
    return;
  }
  for (int i = 0; i < n; i++)
    to[i] = from[i] + from[i + 1] * 3;
}
static unsigned total(struct Level *L) {
  unsigned s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + L->u[i] + 7 * L->v[i];
  return s;
}
int main(void) {
  struct Level a = {malloc(4 * N), malloc(4 * N), 1, 0}, b = a;
  a.coarse = &b;
  b.coarse = &a;
  b.factor = 9;
  struct Level *A = &a, *B = &b;
  for (int i = 0; i < N; i++)
    a.u[i] = i, a.v[i] = i * i;
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    sweep(A, 0, N);
    flip(A);
  }
  printf("%u\n", total(A));
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    sweep2(A, 0, N);
    b.factor = t;
    flop(A);
  }
  printf("%u\n", total(A));
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    sweep2(A, 0, N);
    B->factor += 3;
    struct Level *x = A;
    A = B;
    B = x;
  }
  printf("%u\n", total(A));
  global_ = a;
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    sweep3(0, N);
    unsigned *u = known->u;
    known->u = known->v;
    known->v = u;
    global_.factor++;
  }
  printf("%u\n", total(known));
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    sweep3(0, N);
    flip(known);
  }
  printf("%u\n", total(known));
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    known = t & 1 ? A : &global_;
    sweep3(0, N);
    sweep(A, t, N - t);
    sweep2(B, 0, N);
  }
  printf("%u\n", total(A));
  unsigned *p = &B->factor;
#pragma splice try(4)
  for (int t = 0; t < 9; t++) {
    *p = t;
    sweep(B, 0, N);
    sweep2(A, t, N);
    (*p)++;
  }
  printf("%u\n", total(A) + total(known));
  unsigned *both[2] = {A->u, A->v};
  // Arguments that are read through pointers, which nobody changes: these calls are spliced.
#pragma splice try(4)
  for (int t = 0; t < 9; t++)
    shift(both[t & 1], both[(t + 1) & 1], N - 1);
  printf("%u\n", total(A));
}
