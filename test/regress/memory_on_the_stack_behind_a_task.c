// A branch without a task makes memory on the stack: what follows a task can be run elsewhere all the same, unless
// somebody may still use that memory behind it.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

enum { Most = 12 };

static int fits(int count, const char *rows) {
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (rows[j] == rows[i] || rows[j] == rows[i] - (j - i) || rows[j] == rows[i] + (j - i))
        return 0;
  return 1;
}

static void serial(int size, int next, char *rows, long *found) {
  *found = 0;
  if (size == next) {
    *found = 1;
    return;
  }
  for (int row = 0; row < size; ++row) {
    long more;
    rows[next] = (char)row;
    if (fits(next + 1, rows)) {
      serial(size, next + 1, rows, &more);
      *found += more;
    }
  }
}

/// As the Barcelona suite's queens with a cut-off by hand.
static void queens(int size, int next, char *rows, long *found, int depth) {
  if (size == next) {
    *found = 1;
    return;
  }
  long *parts = alloca((size_t)size * sizeof *parts);
  memset(parts, 0, (size_t)size * sizeof *parts);
  for (int row = 0; row < size; ++row) {
    if (depth < 3) {
#pragma omp task untied
      {
        char *copy = alloca((size_t)size);
        memcpy(copy, rows, (size_t)next);
        copy[next] = (char)row;
        if (fits(next + 1, copy))
          queens(size, next + 1, copy, &parts[row], depth + 1);
      }
    } else {
      char *copy = alloca((size_t)size);
      memcpy(copy, rows, (size_t)next);
      copy[next] = (char)row;
      if (fits(next + 1, copy))
        serial(size, next + 1, copy, &parts[row]);
    }
  }
#pragma omp taskwait
  *found = 0;
  for (int row = 0; row < size; ++row)
    *found += parts[row];
}

/// The same with an array of variable length.
static void scoped(int count, long *sums) {
  for (int i = 0; i < count; ++i) {
    if (i % 2) {
#pragma omp task firstprivate(i) shared(sums)
      for (long k = 0; k < 20000; ++k)
        sums[i] += k % (i + 1);
    } else {
      int numbers[i + 1];
      for (int k = 0; k <= i; ++k)
        numbers[k] = k * k;
      for (int k = 0; k <= i; ++k)
        sums[i] += numbers[i - k];
    }
  }
#pragma omp taskwait
}

/// Its address is kept, in a list that is read behind the tasks.
struct item {
  struct item *next;
  long value;
};
static long kept(int count, long *sums) {
  struct item *list = NULL;
  for (int i = 0; i < count; ++i) {
    if (i % 2) {
#pragma omp task firstprivate(i) shared(sums)
      for (long k = 0; k < 20000; ++k)
        sums[i] += k % (i + 1);
    } else {
      struct item *item = alloca(sizeof *item);
      item->next = list;
      item->value = i;
      list = item;
    }
  }
#pragma omp taskwait
  long sum = 0;
  for (; list; list = list->next)
    sum = sum * 3 + list->value;
  return sum;
}

/// A task has its address.
static void given(int count, long *sums) {
  for (int i = 0; i < count; ++i) {
    long *number = alloca(sizeof *number);
    *number = i;
#pragma omp task firstprivate(i, number) shared(sums)
    for (long k = 0; k < 20000; ++k)
      sums[i] += *number;
  }
#pragma omp taskwait
}

int main(void) {
  long sums[64] = {0}, found = 0, total = 0, list = 0;
  char rows[Most];
#pragma omp parallel
#pragma omp single
  {
    queens(9, 0, rows, &found, 0);
    scoped(64, sums);
    list = kept(64, sums);
    given(64, sums);
  }
  for (int i = 0; i < 64; ++i)
    total += sums[i] * (i + 1);
  printf("%ld %ld %ld\n", found, total, list);
  return 0;
}
