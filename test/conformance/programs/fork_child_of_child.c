// FLAGS: -O2
// NOT-TSAN
// CONVERTED: 1
// A grandchild, forked by a child that has run a loop itself.
#include "support.h"
#include <sys/wait.h>
#include <unistd.h>

NOINLINE static uint64_t sum(void) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int i = 0; i < 1000; i++)
    h ^= work((unsigned)i, 3);
  return h;
}
static int descend(int generation, uint64_t expected) {
  if (sum() != expected)
    return 1;
  if (generation == 0)
    return 0;
  pid_t child = fork();
  if (child == 0)
    _exit(descend(generation - 1, expected));
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int main(void) {
  uint64_t expected = sum();
  SHOW("status", descend(2, expected));
  SHOW("h", expected);
}
