// A search by levels: places in a queue by an atomic capture, in a loop of each level. How many, not which, is shown.
#include "region_arrays.h"

static int queue[N], mark[N], levels[64];

int main(void) {
  int start = 0, stop = 1, end = 1, level = 0;
  queue[0] = 0;
  mark[0] = 1;
#pragma omp parallel
  while (start < stop) {
#pragma omp for schedule(dynamic, 16)
    for (int i = start; i < stop; i++)
      for (int way = 1; way <= 3; way++) {
        int next = (queue[i] * 2 + way * 977) % N, old, place;
#pragma omp atomic capture
        {
          old = mark[next];
          mark[next] = 1;
        }
        if (old)
          continue;
#pragma omp atomic capture
        place = end++;
        queue[place] = next;
      }
#pragma omp single
    {
      levels[level++ % 64] = stop - start;
      start = stop;
      stop = end;
    }
  }
  int marked = 0;
  for (int i = 0; i < N; i++)
    marked += mark[i];
  printf("%d levels, %d in the queue, %d marked\n", level, end, marked);
  for (int i = 0; i < 64; i++)
    printf("%d ", levels[i]);
  printf("\n");
}
