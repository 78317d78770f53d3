// Cilk's spawns in loops: with results, and with a reducer that sees them in the order of the program.
#include <cilk/cilk.h>
#include <cilk/reducer.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { Spawns = 60000 };

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
static CILK_C_DECLARE_REDUCER(affine) history = CILK_C_INIT_REDUCER(affine, compose, identity,
                                                                    __cilkrts_hyperobject_noop_destroy, {1, 0});

static void note(long value) {
  affine step = {(uint64_t)value * 2 + 1, (uint64_t)value};
  compose(NULL, &REDUCER_VIEW(history), &step);
}

__attribute__((noinline)) static int twice(int value) {
  note(value);
  return value * 2;
}

__attribute__((noinline)) static long all(int *results, long count) {
  long steps = 0;
  for (long i = 0; i < count; ++i) {
    results[i] = cilk_spawn twice((int)i);
    note(-i); // the rest's own
    ++steps;
  }
  cilk_sync;
  return steps;
}

int main(void) {
  int *results = malloc(Spawns * sizeof *results);
  CILK_C_REGISTER_REDUCER(history);
  long steps = all(results, Spawns);
  affine found = REDUCER_VIEW(history), expected = {1, 0};
  CILK_C_UNREGISTER_REDUCER(history);
  long wrong = steps != Spawns;
  for (long i = 0; i < Spawns; ++i) {
    wrong += results[i] != 2 * i;
    affine step = {(uint64_t)i * 2 + 1, (uint64_t)i};
    compose(NULL, &expected, &step);
    step = (affine){(uint64_t)-i * 2 + 1, (uint64_t)-i};
    compose(NULL, &expected, &step);
  }
  free(results);
  if (wrong || found.factor != expected.factor || found.offset != expected.offset) {
    printf("wrong=%ld order %s\n", wrong, found.offset == expected.offset ? "kept" : "lost");
    return 1;
  }
  return 0;
}
