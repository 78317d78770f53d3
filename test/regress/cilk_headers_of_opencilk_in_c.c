// FLAGS: -O2 -fno-openmp
// The same in C.
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cilk/cilkscale.h>
#include <cilk/opadd_reducer.h>

int main(void) {
  wsp_t measured = wsp_sub(wsp_getworkspan(), wsp_zero());
  wsp_dump(wsp_add(measured, measured), "nothing");
  int wrong = 0;
  unsigned workers = __cilkrts_get_nworkers();
  cilk_for(int i = 0; i < 3000; ++i) if (__cilkrts_get_worker_number() >= workers)
      __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
  return wrong || measured.span != 0;
}
