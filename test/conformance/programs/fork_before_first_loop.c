// FLAGS: -O2 -g
// CONVERTED: 1
// The child runs a loop that the parent has not run yet; both give the same.
#include "support.h"
#include <sys/wait.h>
#include <unistd.h>

NOINLINE static uint64_t sum(void) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < 1500; i++)
    h += work((unsigned)i, 3);
  return h;
}

int main(void) {
  pid_t child = fork();
  uint64_t h = sum();
  if (child == 0)
    _exit((int)(h % 200));
  int status = 0;
  waitpid(child, &status, 0);
  SHOW("child", WIFEXITED(status) && WEXITSTATUS(status) == (int)(h % 200));
  SHOW("h", h);
}
