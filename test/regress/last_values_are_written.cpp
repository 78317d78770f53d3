// FLAGS: -O2
// The last values of nests that are not rectangular. Clang numbers their iterations as if all rows were as long as the
// longest, so the last number is none of an iteration; a part of the loop that had only such numbers gave what it never
// wrote.
#include <cstdio>

struct Place {
  int row = -1, column = -1;
  Place() = default;
  Place(const Place &other) : row(other.row), column(other.column) {}
  Place &operator=(const Place &other) {
    row = other.row;
    column = other.column;
    return *this;
  }
};

static int failures;

static void expect(const char *what, long found, long expected) {
  if (found == expected)
    return;
  std::printf("%s: %ld, not %ld\n", what, found, expected);
  failures++;
}

static void combined(int n) {
  int x = -1;
  long sum = 0;
#pragma omp parallel for collapse(2) lastprivate(x) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      x = i * 100 + j;
      sum += j;
    }
  expect("combined", x, (n - 1) * 101);
  expect("sum", sum, (n - 1) * n * (n + 1) / 3);
}

static void simd(int n) {
  int x = -1;
#pragma omp parallel for simd collapse(2) lastprivate(x)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n - i; j++)
      x = i * 100 + j;
  expect("simd", x, (n - 1) * 100);
}

static void objects(int n) {
  Place place;
  int values[2] = {0, 0};
#pragma omp parallel for collapse(3) lastprivate(place, values)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      for (int k = j; k < n; k++) {
        place.row = i;
        place.column = k;
        values[0] = j;
        values[1] = k;
      }
  expect("row", place.row, n - 1);
  expect("column", place.column, n - 1);
  expect("first", values[0], n - 1);
  expect("second", values[1], n - 1);
}

static void region(int n) {
  int x = -1, y = -1;
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for collapse(2) lastprivate(x)
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++)
        x = i * 100 + j;
#pragma omp for lastprivate(y) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
      y = i;
      sum += i;
    }
  }
  expect("region", x, (n - 1) * 101);
  expect("region's second loop", y, n - 1);
  expect("region's sum", sum, n * (n - 1) / 2);
}

static void league(int n) {
  int x = -1;
#pragma omp teams distribute parallel for collapse(2) lastprivate(x)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x = i * 100 + j;
  expect("league", x, (n - 1) * 101);
}

static void teams(int n) {
  int x = -1;
#pragma omp teams distribute collapse(2) lastprivate(x) num_teams(2)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x = i * 100 + j;
  expect("teams", x, (n - 1) * 101);
}

static void tasks(int n) {
  int x = -1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) lastprivate(x) num_tasks(3)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x = i * 100 + j;
  expect("tasks", x, (n - 1) * 101);
}

static void tasksOfAnySize(int n) {
  int x = -1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) lastprivate(x)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x = i * 100 + j;
  expect("tasks of any size", x, (n - 1) * 101);
}

/// OpenMP promises nothing here, but two threads with a half each find it.
static void underCondition(int n) {
  int x = -1;
#pragma omp parallel for lastprivate(x) schedule(static) num_threads(2)
  for (int i = 0; i < n; i++)
    if (i < n - 3)
      x = i;
  expect("under a condition", x, n - 4);
}

int main(int count, char **) {
  int n = 22 + count;
  combined(n);
  simd(n);
  objects(n);
  region(n);
  league(n);
  teams(n);
  tasks(n);
  tasksOfAnySize(n);
  underCondition(n);
  return failures != 0;
}
