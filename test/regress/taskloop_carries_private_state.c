// FLAGS: -O2
// CONVERTED: 7
// What an iteration of a taskloop leaves in a private variable, the next one of its task finds, and num_tasks and
// grainsize say where tasks begin: strands ran many tasks in one, and began new ones in the middle.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static long a[N];
static int seed = 3; // not a constant

/// Where libomp lets the task of iteration i begin: the first tasks have one iteration more if they do not fit.
static int beginOfTask(int i, int tasks) {
  int each = N / tasks, larger = N % tasks;
  return i < larger * (each + 1) ? i / (each + 1) * (each + 1) : larger + (i - larger) / each * each;
}

static void expect(const char *what, int tasks, long (*wanted)(int i, int begin)) {
  for (int i = 0; i < N; i++)
    if (a[i] != wanted(i, beginOfTask(i, tasks))) {
      fprintf(stderr, "%s in %d tasks: a[%d] is %ld\n", what, tasks, i, a[i]);
      exit(1);
    }
  memset(a, 0, sizeof a);
}
static long counted(int i, int begin) { return seed + i - begin; }
static long elements(int i, int begin) { return (i - begin) / 4 + i % 4; }
static long members(int i, int begin) { return (i - begin) * (i - begin + 1) / 2; }
static long started(int i, int begin) { return begin; }
static long squares(int i, int begin) { return (long)i * i; }
static void step(long *counter) { ++*counter; }

static void carried(int tasks, int isDeferred) {
  long k = seed;
#pragma omp taskloop firstprivate(k) num_tasks(tasks) if (isDeferred)
  for (int i = 0; i < N; i++)
    a[i] = k++;
  expect("firstprivate", tasks, counted);

#pragma omp taskloop firstprivate(k) grainsize(N / tasks) final(!isDeferred)
  for (int i = 0; i < N; i++) {
    a[i] = k;
    step(&k);
  }
  expect("grainsize", N / (N / tasks), counted);

  long last = -1;
#pragma omp taskloop firstprivate(k) lastprivate(last) num_tasks(tasks)
  for (int i = 0; i < N; i++)
    last = a[i] = k++;
  expect("lastprivate", tasks, counted);
  if (last != counted(N - 1, beginOfTask(N - 1, tasks))) {
    fprintf(stderr, "lastprivate in %d tasks: %ld\n", tasks, last);
    exit(1);
  }

  struct {
    int count;
    long sum;
  } state = {0, 0};
#pragma omp taskloop firstprivate(state) num_tasks(tasks)
  for (int i = 0; i < N; i++) {
    state.sum += state.count++;
    a[i] = state.sum;
  }
  expect("members", tasks, members);

  long first;
  int isBegun = 0;
#pragma omp taskloop private(first) firstprivate(isBegun) num_tasks(tasks)
  for (int i = 0; i < N; i++) {
    if (!isBegun)
      first = i;
    isBegun = 1;
    a[i] = first;
  }
  expect("private", tasks, started);

  long filled[8], other;
#pragma omp taskloop private(filled, other) num_tasks(tasks)
  for (int i = 0; i < N; i++) {
    other = i;
    for (int j = 0; j < 8; j++)
      filled[j] = other * other + j;
    a[i] = filled[i % 8] - i % 8;
  }
  expect("scratch", tasks, squares);
}

/// Each task begins at a multiple of 4 here.
static void arrays(void) {
  long seen[4] = {0, 1, 2, 3};
#pragma omp taskloop firstprivate(seen) num_tasks(10)
  for (int i = 0; i < N; i++)
    a[i] = seen[i % 4]++;
  expect("array", 10, elements);
}

int main(void) {
  for (int round = 0; round < 5; round++) {
#pragma omp parallel
#pragma omp single
    {
      for (int tasks = 1; tasks <= N; tasks = tasks * 3 + 1) {
        carried(tasks, 1);
        carried(tasks, 0);
      }
      arrays();
    }
  }
  return 0;
}
