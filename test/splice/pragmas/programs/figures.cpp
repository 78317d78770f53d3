// Flags: -std=c++20
// Figure 3 with an effect type of the program's own, RangeE, and its parts cut by that type's `slice` (§7, algorithm
// 2); and a program of figure 2's language: globals, locals, `while`, `if`, and calls between steps.
#include <cstdio>
#include <cstdlib>
#include <tactus/splice.h>
#include <utility>

struct RangeE {
  void *ptr, *ptr2;
};
RangeE RE(void *ptr, void *ptr2) { return {ptr, ptr2}; } /*constructor*/
bool disjoint(const RangeE &a, const RangeE &b) { return a.ptr2 <= b.ptr || b.ptr2 <= a.ptr; }
bool subset(const RangeE &a, const RangeE &b) { return b.ptr <= a.ptr && a.ptr2 <= b.ptr2; }
RangeE unite(const RangeE &a, const RangeE &b) {
  return {a.ptr < b.ptr ? a.ptr : b.ptr, a.ptr2 > b.ptr2 ? a.ptr2 : b.ptr2};
}
bool is_empty(const RangeE &a) { return a.ptr2 <= a.ptr; }
std::pair<RangeE, RangeE> slice(const RangeE &a) {
  if (is_empty(a))
    std::abort(); // it has no first part
  char *middle = static_cast<char *>(a.ptr) + 1000;
  if (middle >= a.ptr2)
    return {a, {a.ptr2, a.ptr2}};
  return {{a.ptr, middle}, {middle, a.ptr2}};
}

constexpr int M = 1 << 18, threshold = 4096;
char A[M], B[M], C[M], D[M], E[M];

#pragma splice func Reads(RE(X, X + n)) Writes(RE(Y, Y + n))
void copy(char *X, char *Y, int n) {
#pragma splice step Reads(RE(X, X + n)) Writes(RE(Y, Y + n))
  if (n < threshold) {
    for (int i = 0; i < n; i++)
      Y[i] = X[i];
  } else {
    int mid = n / 2;
    copy(X, Y, mid);
    copy(X + mid, Y + mid, n - mid);
  }
}

// The parametric step takes an effect, and does what that says.
char *at(const RangeE &a) { return static_cast<char *>(a.ptr); }
RangeE moved(const RangeE &a, std::ptrdiff_t by) { return {at(a) + by, static_cast<char *>(a.ptr2) + by}; }
#pragma splice func Reads(RE(X, X + n)) Writes(RE(Y, Y + n))
void copyInParts(char *X, char *Y, int n) {
  if (n >= 4 * threshold) {
    copyInParts(X, Y, n / 2);
    copyInParts(X + n / 2, Y + n / 2, n - n / 2);
    return;
  }
  const RangeE some = RE(Y, Y + n);
  std::ptrdiff_t back = X - Y;
#pragma splice step Reads(moved(some, back)) Writes(some) Slice(some)
  for (char *y = at(some); y < some.ptr2; y++)
    *y = static_cast<char>(y[back] + 1);
}

int g = 3, h = 1;
#pragma splice func Reads(RE(&g, &g + 1), RE(B, B + M), RE(C, C + M)) Writes(RE(&h, &h + 1), RE(A, A + M))
void language(int p) {
  int l = p;
  while (l > 0) {
    h = h * 5 + g;
    if (l % 2 == 0)
      copy(B, A, l * 100);
    else
      copy(C, A, l);
    l = l - 1;
  }
#pragma splice step Writes(RE(&h, &h + 1))
  h = h + 1;
  return;
}

int main() {
  for (int i = 0; i < M; i++)
    A[i] = static_cast<char>(i * 7);
#pragma splice try(3)
  copy(A, B, M);
  copy(A, C, M);
  copy(C + 1, D, M - 1);
#pragma splice try(5)
  for (int i = 0; i < 5; i++) {
    copyInParts(A + 1, E, M - 1);
    copyInParts(E, D, M);
    copyInParts(D + 3, A, M - 3);
    copyInParts(D, A, 0);
    language(i);
  }
  unsigned sum = static_cast<unsigned>(h);
  for (char *array : {A, B, C, D, E})
    for (int i = 0; i < M; i++)
      sum = sum * 31 + static_cast<unsigned char>(array[i]);
  std::printf("%u\n", sum);
}
