// FLAGS: -O2
// schedule(simd : runtime) with dynamic chunks of one vector: threads of a region in phases took several of them at a
// time, as they do of short chunks, and code that asks for chunks by itself, as LLVM's tests do, found some that were
// too long.
#include <omp.h>

enum { Last = 100, Vector = 4, SimdRuntime = 47 };
struct Place {
  int reserved[4];
  const char *name;
};
int __kmpc_global_thread_num(struct Place *);
void __kmpc_barrier(struct Place *, int);
void __kmpc_dispatch_init_4(struct Place *, int, int, int, int, int, int);
int __kmpc_dispatch_next_4(struct Place *, int, int *, int *, int *, int *);

static struct Place place = {{0, 2, 0, 0}, ";file;function;0;0;;"};
static int wrong, iterations;

static void loop(void) {
  int thread = __kmpc_global_thread_num(&place), isLast, lower, upper, stride;
  __kmpc_dispatch_init_4(&place, thread, SimdRuntime, 0, Last, 1, Vector);
  while (__kmpc_dispatch_next_4(&place, thread, &isLast, &lower, &upper, &stride)) {
    int size = upper - lower + 1;
    __atomic_fetch_add(&iterations, size, __ATOMIC_RELAXED);
    if (size > Vector || (size < Vector && upper != Last))
      __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
  }
  __kmpc_barrier(&place, thread);
}

int main(void) {
  omp_set_schedule(omp_sched_dynamic, 1);
#pragma omp parallel num_threads(2)
  loop();
  return wrong || iterations != Last + 1;
}
