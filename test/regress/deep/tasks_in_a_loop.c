// A flat loop of tasks, each of which is promoted: the rests of rests must not lie on top of each other.
#include <stdio.h>

enum { Tasks = 60000, FewTasks = 2000 };

static unsigned char seen[Tasks];

/// A call, which can be promoted, and not a statement, which is less work than a fork.
__attribute__((noinline)) static void mark(unsigned char *place) { ++*(volatile unsigned char *)place; }
__attribute__((noinline)) static void count(long *sum) {
#pragma omp atomic
  ++*sum;
}

/// Leaves the loop early, and carries values out of it.
__attribute__((noinline)) static long until(long limit, long *last) {
  long odd = 0, i;
  for (i = 0; i < Tasks; ++i) {
    if (i == limit)
      break;
#pragma omp task
    mark(&seen[i]);
    odd += i & 1;
  }
  *last = i;
#pragma omp taskwait
  return odd;
}

/// Two places that spawn, and a group inside.
__attribute__((noinline)) static long mixed(long tasks) {
  long first = 0, second = 0, inGroup = 0;
  for (long i = 0; i < tasks; ++i) {
#pragma omp task shared(first)
    count(&first);
#pragma omp taskgroup
    {
      for (int j = 0; j < 3; ++j) {
#pragma omp task shared(inGroup)
        count(&inGroup);
      }
    }
    if (i % 3 == 0) {
#pragma omp task shared(second)
      count(&second);
    }
  }
#pragma omp taskwait
  return first + second * 10 + inGroup * 100;
}

/// A loop of tasks in every task of a loop.
static void tree(int depth, long *leaves) {
  if (depth == 0) {
    count(leaves);
    return;
  }
  for (int i = 0; i < 12; ++i) {
#pragma omp task
    tree(depth - 1, leaves);
  }
#pragma omp taskwait
}

int main(void) {
  long odd = 0, last = 0, sum = 0, leaves = 0;
#pragma omp parallel
#pragma omp single
  {
    odd = until(Tasks - 1, &last);
    sum = mixed(FewTasks);
    tree(4, &leaves);
  }
  long wrong = 0;
  for (long i = 0; i < Tasks; ++i)
    wrong += seen[i] != (i < Tasks - 1);
  long few = FewTasks;
  if (wrong || last != Tasks - 1 || odd != (Tasks - 1) / 2 || sum != few + (few + 2) / 3 * 10 + few * 3 * 100 ||
      leaves != 12 * 12 * 12 * 12) {
    printf("wrong=%ld last=%ld odd=%ld sum=%ld leaves=%ld\n", wrong, last, odd, sum, leaves);
    return 1;
  }
  return 0;
}
