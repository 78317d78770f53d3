// FLAGS: -O2 -Wno-deprecated-declarations
// A program that allows all levels to be active has said something, and nested regions have the threads that they ask
// for. Such regions had one, as where nobody has said anything.
#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

static int outerSize, innerSizes[3], sizeInSingle, members;

static void nest(void) {
  outerSize = sizeInSingle = members = 0;
#pragma omp parallel num_threads(3)
  {
    int number = omp_get_thread_num();
#pragma omp single
    {
      outerSize = omp_get_num_threads();
#pragma omp parallel num_threads(2)
      {
#pragma omp single
        sizeInSingle = omp_get_num_threads() + 0 * omp_get_thread_num();
      }
    }
    innerSizes[number] = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      innerSizes[number]++;
#pragma omp barrier
#pragma omp atomic
      members += innerSizes[number] == omp_get_num_threads();
    }
  }
}

static int innerTeamsAre(int size) {
  nest();
  return outerSize == 3 && sizeInSingle == size && members == 3 * size && innerSizes[0] == size &&
         innerSizes[1] == size && innerSizes[2] == size;
}

/// Starts the program again, with one setting more.
static int repeat(char **argv, const char *name, const char *value) {
  unsetenv("OMP_NESTED");
  unsetenv("OMP_MAX_ACTIVE_LEVELS");
  setenv(name, value, 1);
  execv("/proc/self/exe", argv);
  return 1;
}

int main(int argc, char **argv) {
  setenv("KMP_WARNINGS", "0", 1);
  if (argc == 1) {
    omp_set_max_active_levels(INT_MAX);
    if (!innerTeamsAre(2))
      return 2;
    omp_set_max_active_levels(1);
    if (!innerTeamsAre(1))
      return 3;
    omp_set_nested(1);
    if (!innerTeamsAre(2) || omp_get_max_active_levels() < 2)
      return 4;
    char *more[] = {argv[0], "environment", NULL};
    return repeat(more, "OMP_NESTED", "true");
  }
  if (!innerTeamsAre(2))
    return 5;
  if (argc == 2) {
    char *more[] = {argv[0], "environment", "levels", NULL};
    return repeat(more, "OMP_MAX_ACTIVE_LEVELS", "1000");
  }
  return 0;
}
