// FLAGS: -O2 -std=c++17 -fno-openmp
// OpenCilk's headers beside cilk.h: unchanged programs compile, and the answers are true.
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <cilk/cilkscale.h>
#include <cilk/opadd_reducer.h>
#include <cstdio>
#include <sstream>

static cilk::opadd_reducer<long> global = 0;

static long count(int n) {
  cilk::opadd_reducer<long> sum = 0;
  cilk_for(int i = 0; i < n; ++i) {
    sum += i;
    ++sum;
    global += 2;
  }
  return sum;
}
static int called;

int main() {
  wsp_t start = wsp_getworkspan();
  unsigned workers = __cilkrts_get_nworkers();
  int outOfBounds = 0;
  cilk_for(int i = 0; i < 3000; ++i) if (__cilkrts_get_worker_number() >= workers)
      __atomic_store_n(&outOfBounds, 1, __ATOMIC_RELAXED);
  long counted = count(20000);
  wsp_t elapsed = wsp_getworkspan() - start;
  wsp_dump(elapsed, "all");
  std::ostringstream stream;
  stream << elapsed;
  char text[20];
  snprintf(text, sizeof text, "%u", workers);
  bool wrong = workers < 1 || outOfBounds || counted != 20000L * 19999 / 2 + 20000 || global != 40000 ||
               elapsed.work != 0 || __cilkrts_running_on_workers() != 0 || !__cilkrts_is_initialized();
  wrong |= __cilkrts_set_param("nworkers", text) != __CILKRTS_SET_PARAM_SUCCESS;
  wrong |= __cilkrts_set_param("nworkers", "1000000") != __CILKRTS_SET_PARAM_LATE;
  wrong |= __cilkrts_set_param("nworkers", "many") != __CILKRTS_SET_PARAM_INVALID;
  wrong |= __cilkrts_atinit([] { ++called; }) != 0 || called != 1;
  if (wrong)
    printf("workers %u, out of bounds %d, counted %ld, global %ld\n", workers, outOfBounds, counted,
           static_cast<long>(global));
  return wrong;
}
