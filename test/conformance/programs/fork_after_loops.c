// FLAGS: -O2
// NOT-TSAN
// CONVERTED: 1
// Workers exist when the process forks; they do not in the child, whose loops must still run, twice.
#include "support.h"
#include <sys/wait.h>
#include <unistd.h>

NOINLINE static uint64_t sum(unsigned seed) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < 1500; i++)
    h += work(seed + (unsigned)i, 3);
  return h;
}

int main(void) {
  uint64_t before = sum(1);
  for (int round = 0; round < 3; round++) {
    pid_t child = fork();
    if (child == 0)
      _exit(sum(1) == before && sum(2) == sum(2) ? 7 : 8);
    int status = 0;
    waitpid(child, &status, 0);
    SHOW("child", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  SHOW("parent", sum(1) == before);
  SHOW("h", before);
}
