// FLAGS: -O2
// The state of a thread stood in a private clause behind the loop variable, and was then taken for a variable of the
// body: tasks began without it. Neither the order of the names nor how they are split into clauses may matter.
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, Threads = 4, Part = N / Threads };
static int out[N];

static void expect(const char *clauses) {
  for (int i = 0; i < N; i++)
    if (out[i] != i / Part * Part + 1) {
      fprintf(stderr, "%s: out[%d] is %d\n", clauses, i, out[i]);
      exit(1);
    }
}

#define STRING(text) #text
#define PRAGMA(text) _Pragma(STRING(text))
#define BODY                                                                                                           \
  {                                                                                                                    \
    if (i % Part == 0)                                                                                                 \
      last = i + 1;                                                                                                    \
    other = i;                                                                                                         \
    out[i] = last + (other - i);                                                                                       \
  }
// One construct, two constructs, and a nest of which any variable is named.
#define TEST(clauses)                                                                                                  \
  PRAGMA(omp parallel for schedule(static) num_threads(Threads) clauses)                                               \
  for (i = 0; i < N; i++)                                                                                              \
    BODY expect(#clauses);                                                                                             \
  PRAGMA(omp parallel num_threads(Threads)) {                                                                          \
    PRAGMA(omp for schedule(static) clauses)                                                                           \
    for (i = 0; i < N; i++)                                                                                            \
      BODY                                                                                                             \
    PRAGMA(omp for schedule(static) clauses)                                                                          \
    for (i = 0; i < N; i++)                                                                                            \
      BODY                                                                                                             \
  }                                                                                                                    \
  expect(#clauses);

#define NEST(clauses)                                                                                                  \
  PRAGMA(omp parallel for collapse(2) schedule(static) num_threads(Threads) clauses)                                   \
  for (int a = 0; a < N / 10; a++)                                                                                     \
    for (b = 0; b < 10; b++) {                                                                                         \
      const int i = a * 10 + b;                                                                                        \
      BODY                                                                                                             \
    }                                                                                                                  \
  expect(#clauses);

int main(void) {
  int i, b, last, other;
  TEST(private(i, last, other))
  TEST(private(i, other, last))
  TEST(private(last, i, other))
  TEST(private(other, last, i))
  TEST(private(i) private(last) private(other))
  TEST(private(last) private(other, i))
  TEST(private(other) private(i) private(last))
  TEST(private(last, other))
  TEST(private(i, last) lastprivate(other))
  TEST(private(last) lastprivate(i, other))
  NEST(private(b, last, other))
  NEST(private(other, b) private(last))
  NEST(private(last, other, b))
  NEST(private(last, other))
  printf("ok\n");
  return 0;
}
