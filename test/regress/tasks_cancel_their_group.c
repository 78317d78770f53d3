// FLAGS: -O2
// LACKS: task converted
// Tasks that cancel their taskgroup belong to libomp, with the group and all tasks between: libomp died where it did
// not know of the group.
#include <stdlib.h>
#include <unistd.h>

static int find(const int *numbers, int from, int to, int wanted) {
  if (to - from == 1)
    return numbers[from] == wanted ? from : -1;
  int found = -1, middle = from + (to - from) / 2;
  for (int half = 0; half < 2; half++)
#pragma omp task shared(found) if (to - from > 8)
  {
    int mine = find(numbers, half ? middle : from, half ? to : middle, wanted);
    if (mine >= 0) {
#pragma omp atomic write
      found = mine;
#pragma omp cancel taskgroup
    }
#pragma omp cancellation point taskgroup
  }
#pragma omp taskwait
  return found;
}

/// The group is further out than the tasks that create those that cancel it.
static int findInGroup(const int *numbers, int count, int wanted) {
  int found;
#pragma omp taskgroup
  {
#pragma omp task shared(found)
    found = find(numbers, 0, count, wanted);
  }
  return found;
}

int main(int argc, char **argv) {
  enum { Count = 256 };
  static int numbers[Count];
  for (int i = 0; i < Count; i++)
    numbers[i] = i * 7;
  for (int i = 0; i < Count; i += 5) {
    int direct = -1, inside = -1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
      direct = find(numbers, 0, Count, i * 7);
      inside = findInGroup(numbers, Count, i * 7);
    }
    if (direct != i || inside != i || findInGroup(numbers, Count, i * 7) != i)
      return 1;
  }
  if (argc > 1)
    return 0;
  char *more[] = {argv[0], "cancelling", NULL};
  setenv("OMP_CANCELLATION", "true", 1);
  execv("/proc/self/exe", more);
  return 2;
}
