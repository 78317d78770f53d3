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

/// What says that all levels may be active, beside the functions.
static const char *const environments[][2] = {{"OMP_NESTED", "true"},
                                              {"OMP_MAX_ACTIVE_LEVELS", "1000"},
                                              {"OMP_NUM_THREADS", "3,2"},
                                              {"OMP_PROC_BIND", "spread,close"}};
enum { Environments = sizeof environments / sizeof *environments };

/// Starts the program again, with another setting in its environment.
static int repeat(char *program, int index) {
  for (int i = 0; i < Environments; i++)
    unsetenv(environments[i][0]);
  setenv(environments[index][0], environments[index][1], 1);
  char number[] = {(char)('0' + index), 0};
  char *arguments[] = {program, number, NULL};
  execv("/proc/self/exe", arguments);
  return 1;
}

static int callsAllow(void) {
  omp_set_max_active_levels(INT_MAX);
  if (!innerTeamsAre(2))
    return 0;
  omp_set_max_active_levels(1);
  if (!innerTeamsAre(1))
    return 0;
  omp_set_nested(1);
  return innerTeamsAre(2) && omp_get_max_active_levels() > 1;
}

int main(int argc, char **argv) {
  setenv("KMP_WARNINGS", "0", 1);
  int index = argc > 1 ? argv[1][0] - '0' : -1;
  if (index < 0 ? !callsAllow() : !innerTeamsAre(2))
    return 2 + index;
  return index + 1 < Environments ? repeat(argv[0], index + 1) : 0;
}
