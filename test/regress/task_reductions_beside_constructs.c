// FLAGS: -O1
// Tasks that take part in a reduction and become part of their creator's code gave their copy back at the end of its
// function, behind the end of the group; and entries of tasks were used after they had become such a part.
#include <stdio.h>

static int failures;
static void expect(const char *what, long is, long wanted) {
  if (is != wanted) {
    fprintf(stderr, "%s: %ld, not %ld\n", what, is, wanted);
    ++failures;
  }
}
static volatile int zero;

static void besideLoop(void) {
  long a = 0, b = 0;
#pragma omp parallel
  {
#pragma omp single
#pragma omp taskgroup task_reduction(+ : a)
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : a)
      a += i;
    }
#pragma omp for reduction(+ : b)
    for (int i = 0; i < 100; i++)
      b += 1;
  }
  expect("beside a loop", a, 45);
  expect("the loop", b, 100);
}

static void inIterations(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20; i++) {
    long own = 0;
#pragma omp taskgroup task_reduction(+ : own)
    for (int k = 0; k < 3; k++) {
#pragma omp task in_reduction(+ : own)
      own += i;
    }
    sum += own;
  }
  expect("in iterations", sum, 570);
}

static void inTaskloop(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < 50; i++) {
    sum += i;
#pragma omp task in_reduction(+ : sum)
    sum += 1000;
  }
  expect("in a taskloop", sum, 51225);
}

/// Groups, one after the other and in a task, whose tasks are of one block each.
static void inGroups(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; round++) {
    long most = -1;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : most)
    {
#pragma omp task in_reduction(+ : sum) in_reduction(max : most)
      {
        sum += 1;
#pragma omp taskgroup task_reduction(+ : sum)
        {
#pragma omp task in_reduction(+ : sum)
          sum += 10;
        }
        most = round;
        sum += 100;
      }
#pragma omp task in_reduction(+ : sum)
      sum += 1000;
    }
    sum += 10000 * most;
  }
  expect("in groups", sum, 33333);
}

/// Tasks that only wait or yield.
static void emptyTasks(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 10; i++) {
#pragma omp task
    {
#pragma omp taskyield
    }
#pragma omp task
    {
#pragma omp taskwait
    }
#pragma omp task in_reduction(+ : sum) if (zero)
    sum += i;
  }
  expect("beside empty tasks", sum, 45);
}

/// Many tasks that hold their copies: a held one was mistaken for another.
static void held(void) {
  long a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : a, b, c)
  for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : a, b, c)
    {
#pragma omp task in_reduction(+ : a, b)
      {
#pragma omp task in_reduction(+ : a) in_reduction(+ : b)
        {
          a += 1;
          if (zero)
            expect("nothing", a, b);
        }
        a += 2, b += 2;
      }
#pragma omp task in_reduction(+ : c)
      {
#pragma omp task in_reduction(+ : c)
        if (!zero)
          c += 5;
        c += 6;
      }
      a += 3, b += 4, c += 5;
    }
  }
  expect("held a", a, 60);
  expect("held b", b, 60);
  expect("held c", c, 160);
}

int main(void) {
  besideLoop();
  inIterations();
  inTaskloop();
  inGroups();
  emptyTasks();
  held();
  return failures != 0;
}
