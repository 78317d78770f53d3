// Reducers of C in the loops of C, without -fopenmp: order matters to one of them, and a nest is below another's view.
// FLAGS: -O2
// NO-OPENMP
// PROMOTES
// CONVERTED: 4
#include "affine_reducer.h"
#include <cilk/reducer_min_max.h>
#include <cilk/reducer_opadd.h>

static CILK_C_REDUCER_OPADD(sum, long, 5);
static CILK_C_REDUCER_MAX_INDEX(where, uint, 0);

int main(void) {
  cilk_for(int i = 0; i < 3000; ++i) {
    uint64_t x = work(i, 20);
    REDUCER_VIEW(sum) += x % 1000;
    CILK_C_REDUCER_MAX_INDEX_CALC(where, i, x % 1000);
    apply(&history, x, i);
  }
  cilk_for(int i = 0; i < 60; ++i) {
    apply(&history, i, 3);
    cilk_for(int k = 0; k < 40; ++k) apply(&history, work(i, 5), k);
    apply(&history, 3, i);
  }
  affine_reducer own = AFFINE_REDUCER({3, 4});
  CILK_C_REGISTER_REDUCER(own);
  cilk_for(int i = 0; i < 500; ++i) {
    cilk_spawn apply(&own, work(i, 10), i);
    apply(&own, i, i);
  }
  CILK_C_UNREGISTER_REDUCER(own);
  SHOW("sum", sum.value);
  SHOW("where", where.value.index);
  SHOW("history", history.value.factor ^ history.value.offset);
  SHOW("own", own.value.factor ^ own.value.offset);
  return 0;
}
