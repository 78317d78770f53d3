// Reducers of C whose operation is associative, and far from commutative: affine maps under composition.
#ifndef AFFINE_REDUCER_H
#define AFFINE_REDUCER_H

#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer.h>

typedef struct {
  uint64_t factor, offset;
} affine;
static void compose(void *reducer, void *left, void *right) {
  affine *f = left, *g = right;
  (void)reducer;
  f->offset = g->factor * f->offset + g->offset;
  f->factor *= g->factor;
}
static void identity(void *reducer, void *view) {
  (void)reducer;
  *(affine *)view = (affine){1, 0};
}
typedef CILK_C_DECLARE_REDUCER(affine) affine_reducer;
#define AFFINE_REDUCER(...)                                                                                            \
  CILK_C_INIT_REDUCER(affine, compose, identity, __cilkrts_hyperobject_noop_destroy, __VA_ARGS__)
static affine_reducer history = AFFINE_REDUCER({1, 0});

static void apply(affine_reducer *reducer, uint64_t factor, uint64_t offset) {
  affine step = {factor | 1, offset};
  compose(reducer, &REDUCER_VIEW(*reducer), &step);
}

#endif
