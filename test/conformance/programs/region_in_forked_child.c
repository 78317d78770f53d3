// A region before fork(), and in parent and child after it.
// NEEDS-OPENMP
#include "strands.h"
#include <sys/wait.h>
#include <unistd.h>
static long slots[4];
static long region(int k) {
  long s = 0;
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    slots[me] = me * k;
#pragma omp barrier
#pragma omp for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      s += slots[i % 4] + i;
  }
  return s;
}
int main(void) {
  SHOW("before", region(1));
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    SHOW("child", region(2));
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, 0, 0);
  SHOW("after", region(3));
}
