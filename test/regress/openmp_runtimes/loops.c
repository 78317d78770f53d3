// Converted loops around functions that ask who runs them.
#include "helper.h"
#include <omp.h>
#include <stdio.h>

static int check(int isRight, const char *what, long found) {
  if (!isRight)
    printf("wrong: %s: %ld\n", what, found);
  return !isRight;
}

static int checkSlots(const struct helper *helper, const char *what, int isAlone) {
  enum { Count = 100000 };
#pragma omp parallel for
  for (int i = 0; i < Count; ++i)
    helper->add(i & 3);
  long first, sum = helper->takeSum(&first), expected = Count / 4 * 6;
  return check(sum == expected, what, sum) + (isAlone && check(first == expected, "slots of one thread", first));
}

static int checkNestedRegions(const struct helper *helper) {
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 40; ++i)
    wrong += helper->wrongIterations(50);
  return check(wrong == 0, "the helper's regions in converted loops", wrong);
}

/// Of what another file sees of a region: it has several threads, unless it has been told to have one.
static int checkRegion(const struct helper *helper, int isAlone) {
  int inside = 0;
#pragma omp parallel for reduction(+ : inside)
  for (int i = 0; i < 1000; ++i)
    inside += helper->isInParallel() != 0;
  return check(inside == (isAlone ? 0 : 1000), "iterations in a region", inside);
}

int checkLimit(const struct helper *helper, int isAlone) {
  return checkSlots(helper, "sum of slots with a limit", isAlone) + checkRegion(helper, isAlone);
}

int checkLoops(const struct helper *helper) {
  int failures = 0;
  failures += check(!omp_in_parallel() && !helper->isInParallel(), "in a region, outside of all", 1);
  int wrong = helper->wrongIterations(1000);
  failures += check(wrong == 0, "the helper's region", wrong);
  failures += checkSlots(helper, "sum of slots", 0);
  failures += checkNestedRegions(helper);
  failures += checkSlots(helper, "sum of slots after regions of the helper's", 0);
  int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  failures += check(omp_get_max_threads() == 1, "threads after omp_set_num_threads(1)", omp_get_max_threads());
  failures += checkSlots(helper, "sum of slots with one thread", 1);
  failures += checkRegion(helper, 1);
  omp_set_num_threads(threads);
  failures += checkRegion(helper, 0);
  failures += checkSlots(helper, "sum of slots in the end", 0);
  return failures;
}
