// A place that is reached a million times, and one that is reached late and a few times only; how often says argv.
#include <cilk/cilk.h>
#include <stdlib.h>

static volatile long sink;
__attribute__((noinline)) static void work(long index) { sink = index; }

__attribute__((noinline)) static void hot(long count) {
  for (long i = 0; i < count; ++i)
    cilk_spawn work(i); // hot spawn
  cilk_sync;
}
__attribute__((noinline)) static void hotLoop(long count) {
#pragma omp parallel for schedule(dynamic) // hot loop
  for (long i = 0; i < count; ++i)
    work(i);
}
__attribute__((noinline)) static void rare(long count) {
  for (long i = 0; i < count; ++i)
    cilk_spawn work(i); // rare spawn
  cilk_sync;
}

int main(int argc, char **argv) {
  long count = argc > 1 ? atol(argv[1]) : 0;
  hot(count);
  hotLoop(count);
  rare(5);
  return 0;
}
