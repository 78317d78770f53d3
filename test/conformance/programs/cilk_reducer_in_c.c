// Reducers of C: static and local ones, every operation, a struct with functions of its own.
// PROMOTES
#include "affine_reducer.h"
#include <cilk/reducer_min_max.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_opand.h>
#include <cilk/reducer_opmul.h>
#include <cilk/reducer_opor.h>
#include <cilk/reducer_opxor.h>

static CILK_C_REDUCER_OPADD(sum, long, 5);
static CILK_C_REDUCER_OPMUL(product, uint, 3);
static CILK_C_REDUCER_OPAND(common, ulonglong, ~0ull);
static CILK_C_REDUCER_OPOR(any, int, 0);
static CILK_C_REDUCER_OPXOR(parity, ushort, 0);
static CILK_C_REDUCER_MIN(least, double, 1e9);
static CILK_C_REDUCER_MAX(greatest, longlong, -5);
static CILK_C_REDUCER_MIN_INDEX(where, uint, 1000);

static void visit(int begin, int end) {
  if (end - begin > 1) {
    int middle = begin + (end - begin) / 2;
    cilk_spawn visit(begin, middle);
    apply(&history, begin, end);
    visit(middle, end);
    cilk_sync;
    return;
  }
  uint64_t x = work(begin, 20);
  REDUCER_VIEW(sum) += x % 1000;
  REDUCER_VIEW(product) *= x | 1;
  REDUCER_VIEW(common) &= ~(x & 0x10101);
  REDUCER_VIEW(any) |= 1 << begin % 30;
  REDUCER_VIEW(parity) ^= x;
  CILK_C_REDUCER_MIN_CALC(least, x % 5000);
  CILK_C_REDUCER_MAX_CALC(greatest, x % 5000);
  CILK_C_REDUCER_MIN_INDEX_CALC(where, begin, x % 8);
  apply(&history, x, begin);
}

static uint64_t local(int n) {
  if (n > 4) {
    uint64_t a = cilk_spawn local(n / 2);
    uint64_t b = local(n / 2 - 1);
    cilk_sync;
    return a * 31 + b;
  }
  affine_reducer own = AFFINE_REDUCER({3, 4});
  CILK_C_REGISTER_REDUCER(own);
  for (int i = 0; i < n; ++i) {
    cilk_spawn apply(&own, i, n);
    apply(&own, work(n, 10), i);
  }
  cilk_sync;
  CILK_C_UNREGISTER_REDUCER(own);
  return own.value.offset ^ own.value.factor;
}

int main(void) {
  visit(0, 3000);
  SHOW("sum", sum.value);
  SHOW("product", product.value);
  SHOW("common", common.value);
  SHOW("any", any.value);
  SHOW("parity", parity.value);
  SHOW("least", least.value);
  SHOW("greatest", greatest.value);
  SHOW("where", where.value.index);
  SHOW("history", history.value.factor ^ history.value.offset);
  SHOW("local", local(3000));
  return 0;
}
