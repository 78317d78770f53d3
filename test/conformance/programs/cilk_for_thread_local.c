// Loops of C that depend on their thread are serial, in a program that is not linked to libomp; loops around them too.
// FLAGS: -O2
// NO-OPENMP
// CONVERTED: 1
// LEFT: thread-local
#include "support.h"
#include <cilk/cilk.h>

static _Thread_local uint64_t own;
static uint64_t out[300];

NOINLINE static void count(int i) { own += i; }

int main(void) {
  cilk_for(int i = 0; i < 300; ++i) own = own * 3 + i;
  SHOW("directly", own);
  cilk_for(int i = 0; i < 300; ++i) count(i);
  SHOW("in a function", own);
  cilk_for(int i = 0; i < 10; ++i) {
    out[i] = work(i, 3);
    cilk_for(int k = i; k < 30; ++k) {
      count(k);
      out[i * 30 + k - i] = own;
    }
  }
  SHOW_ARRAY("nested", out, 300);
  cilk_for(int i = 0; i < 10; ++i) {
    cilk_for(int k = 0; k < 30; ++k) out[i * 30 + k] += work(k, 9);
    count(i);
  }
  SHOW("around", own);
  SHOW_ARRAY("around", out, 300);
  cilk_for(int i = 0; i < 300; ++i) {
    uint64_t x = i;
    cilk_spawn count(x);
    cilk_sync;
    own = own * 3 + x;
  }
  SHOW("with spawns", own);
  return 0;
}
