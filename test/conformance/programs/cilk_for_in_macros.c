// Loops and spawns in macros and in arguments of macros, whole and in parts.
// FLAGS: -O2
// NO-OPENMP
// PROMOTES
// CONVERTED: 9
#include "support.h"
#include <cilk/cilk.h>

#define WRAP(code) code
#define TWICE(code) code code
#define AGAIN(code) WRAP(code)
#define LOOP(variable, n, ...) cilk_for(int variable = 0; variable < n; variable++) __VA_ARGS__
#define HUNDRED(keyword) keyword(int i = 0; i < 100; i++)

static uint64_t a[100], b[100][100];
static uint64_t fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  WRAP(cilk_for(int i = 0; i < 100; i++) {
    a[i] += i;
    if (i % 3)
      a[i]++;
  })
  AGAIN(WRAP(cilk_for(int i = 0; i < 100; i++) a[i] += work(i, 3);))
  TWICE(cilk_for(int i = 0; i < 100; i++) {
    uint64_t x = cilk_spawn fib(5);
    a[i] += fib(3);
    cilk_sync;
    a[i] += x;
  })
  LOOP(i, 100, { a[i] *= 2; })
  LOOP(i, 100, {LOOP(k, i, { b[i][k] += a[i] + fib(k % 4); })})
  WRAP(LOOP(i, 100, {
    uint64_t x = cilk_spawn fib(5);
    a[i] *= 2;
    cilk_sync;
    a[i] += x;
  }))
  HUNDRED(cilk_for) a[i] += 3;
  WRAP(cilk_for(int i = 0; i < 100; i++)) a[i] += i;
  WRAP(cilk_for)(int i = 0; i < 100; i++) { a[i] += i; }
  SHOW_ARRAY("a", a, 100);
  SHOW_ARRAY("b", &b[0][0], 10000);
  return 0;
}
