// Tasks with dependences: chains, diamonds, readers between writers, the same address twice, and tasks without any
// between. PROMOTES
#include "support.h"
enum { LENGTH = 40, ROUNDS = 60 };
static uint64_t chain[LENGTH], seen[ROUNDS][4];

int main(void) {
  uint64_t a = 1, b = 2, c = 3, d = 0, plain = 0, both = 5;
#pragma omp parallel
#pragma omp single
  {
    for (int r = 0; r < ROUNDS; r++) {
#pragma omp task depend(out : a) shared(a) firstprivate(r)
      a = work(a + (uint64_t)r, 300);
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
      b = work(a, 200) + b;
#pragma omp task depend(in : a) depend(inout : c) shared(a, c)
      c ^= work(a, 700);
#pragma omp task depend(in : b, c) depend(inout : d) shared(b, c, d) firstprivate(r)
      {
        d = mix(d + b + c);
        seen[r][r % 4] = d;
      }
#pragma omp task depend(in : both) depend(out : both) shared(both) firstprivate(r)
      both = mix(both + (uint64_t)r);
    }
#pragma omp task shared(plain)
    plain = work(7, 2000);
    for (int i = 1; i < LENGTH; i++) {
#pragma omp task depend(in : chain[i - 1]) depend(out : chain[i]) firstprivate(i)
      chain[i] = work(chain[i - 1] + (uint64_t)i, 50 * (i % 5));
    }
#pragma omp taskwait
    SHOW("behind", chain[LENGTH - 1] ^ d ^ plain);
  }
  SHOW("a", a);
  SHOW("b", b);
  SHOW("c", c);
  SHOW("d", d);
  SHOW("both", both);
  SHOW_ARRAY("seen", &seen[0][0], ROUNDS * 4);
  SHOW_ARRAY("chain", chain, LENGTH);
}
