// FLAGS: -O2
// What num_threads asks for is for its own region, also if one thread runs that because of its if clause: the next
// region had as many threads.
#include <omp.h>

static int tasksAfter(void) {
  int size = 0, alone = 0;
#pragma omp parallel num_threads(7) if (0)
#pragma omp single
  alone = omp_get_num_threads();
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(size)
    size = omp_get_max_threads();
#pragma omp taskwait
    size += 100 * omp_get_num_threads();
  }
  return alone == 1 && size == 101 * omp_get_max_threads();
}

static int loopAfter(void) {
  int size = 0, sum = 0;
#pragma omp parallel for num_threads(7) if (0) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i * omp_get_num_threads();
#pragma omp parallel for reduction(max : size)
  for (int i = 0; i < 10; i++)
    size = omp_get_num_threads();
  return sum == 45 && size == omp_get_max_threads();
}

static int membersAfter(int isParallel) {
  int members = 0, alone = 0;
#pragma omp parallel num_threads(7) if (isParallel)
#pragma omp atomic
  alone++;
#pragma omp parallel
  {
#pragma omp atomic
    members++;
#pragma omp barrier
    if (members != omp_get_num_threads())
      alone = 100;
  }
  return alone == (isParallel ? 7 : 1) && members == omp_get_max_threads();
}

int main(void) {
  if (!tasksAfter())
    return 1;
  if (!loopAfter())
    return 2;
  return membersAfter(0) && membersAfter(1) ? 0 : 3;
}
