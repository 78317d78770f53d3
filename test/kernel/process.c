/* Beats in a process that forks, loads code and unloads it again: in each of them the nest is moved between its
   versions, and computes what it should. With an argument, the shared object that holds a second nest. The statistics
   of the parent, and of the child, say whether beats have come (TACTUS_STATS); here only results are judged. */
#include "test/beat/nest.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Rows = 3000, Columns = 2000, Repetitions = 10 };
static long sums[Rows];

static int runNest(void (*nest)(long *, long, long)) {
  for (int repetition = 0; repetition < Repetitions; ++repetition) {
    nest(sums, Rows, Columns);
    for (long row = 0; row < Rows; ++row)
      if (sums[row] != expectedSum(row, Columns)) {
        printf("row %ld: %ld instead of %ld\n", row, sums[row], expectedSum(row, Columns));
        return 0;
      }
  }
  return 1;
}

/* The module's counts of ranges, in test/kernel/model.c; not there with the real device. */
unsigned modelRanges(void) __attribute__((weak));
static unsigned ranges(void) { return modelRanges ? modelRanges() : 0; }

static int runLoaded(const char *path) {
  unsigned before = ranges();
  for (int load = 0; load < 3; ++load) {
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void (*nest)(long *, long, long) = object ? (void (*)(long *, long, long))dlsym(object, "sumRows") : NULL;
    if (!nest) {
      printf("%s\n", dlerror());
      return 0;
    }
    if (modelRanges && ranges() <= before) {
      printf("%u ranges after loading, %u before\n", ranges(), before);
      return 0;
    }
    if (!runNest(nest))
      return 0;
    dlclose(object);
    if (ranges() != before) {
      printf("%u ranges after unloading, %u before\n", ranges(), before);
      return 0;
    }
  }
  return 1;
}

int main(int count, char **arguments) {
  if (!runNest(sumRows))
    return 1;
  pid_t child = fork();
  if (child == 0)
    exit(!runNest(sumRows));
  int status = -1;
  if (!runNest(sumRows) || waitpid(child, &status, 0) != child || status != 0) {
    printf("status of the child: %d\n", status);
    return 1;
  }
  if (count > 1 && !runLoaded(arguments[1]))
    return 1;
  puts("process: ok");
  return 0;
}
