// grainsize and num_tasks: what they say of the number of tasks is kept. A private variable tells tasks apart.
// NEEDS-OPENMP
// PROMOTES
#include "support.h"

static int starts[4000];

static int count(int n, const int *array) {
  int result = 0;
  for (int i = 0; i < n; i++)
    result += array[i];
  return result;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int size = 1; size < 3000; size = size * 3 + 1) {
    int n = 2000, fresh = 1, tasks;
    memset(starts, 0, sizeof starts);
#pragma omp taskloop num_tasks(size) firstprivate(fresh)
    for (int i = 0; i < n; i++) {
      starts[i] = fresh;
      fresh = 0;
      work(i, 3);
    }
    tasks = count(n, starts);
    SHOW("at most", tasks >= 1 && tasks <= size);
    memset(starts, 0, sizeof starts);
    fresh = 1;
#pragma omp taskloop grainsize(size) firstprivate(fresh)
    for (int i = 0; i < n; i++) {
      starts[i] = fresh;
      fresh = 0;
      work(i, 3);
    }
    // No task is smaller.
    int previous = 0, enough = 1;
    for (int i = 1; i <= n; i++)
      if (i == n || starts[i]) {
        if (i - previous < size && !(previous == 0 && i == n))
          enough = 0;
        previous = i;
      }
    SHOW("enough", enough);
  }
  return 0;
}
