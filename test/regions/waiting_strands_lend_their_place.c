// RUNS: TACTUS_WORKERS=4 TACTUS_PROMOTE=all
// RUNS: TACTUS_WORKERS=9 TACTUS_PROMOTE=all
// In a team of fewer threads than there are workers, a strand that waits leaves its place to what it waits for. Before,
// a region of two threads had one from the first wait on.
#include "asker.h"
#include <unistd.h>

enum { MostThreads = 4, Rounds = 3000 };

struct Seen {
  struct Scratch scratch;
  int threads;
  int numbers[MostThreads];
};

static int sawAll(struct Seen *seen) {
  int count = 0;
  for (int number = 0; number < seen->threads; number++)
    count += __atomic_load_n(&seen->numbers[number], __ATOMIC_RELAXED);
  return count == seen->threads;
}

static void note(struct Seen *seen, unsigned seed) {
  int number = enterScratch(&seen->scratch);
  __atomic_store_n(&seen->numbers[number], 1, __ATOMIC_RELAXED);
  work(seed, 3);
  // A strand runs what it waits for itself, in its own place, unless somebody is faster.
  if (!sawAll(seen))
    usleep(200);
  leaveScratch(&seen->scratch, number);
}

static void tree(struct Seen *seen, int depth) {
  int number = ask().number;
  note(seen, (unsigned)depth);
  if (depth > 0) {
#pragma omp task
    tree(seen, depth - 1);
#pragma omp task
    tree(seen, depth - 1);
#pragma omp taskwait
  }
  CHECK(ask().number == number);
}

// The first task is short, and what follows it is promoted: the strand that the region began with soon waits for all of
// the tree. With its place there are as many numbers in the tree as the team has threads. Whether a place is lent in
// time is a matter of chance, so there are many rounds.
static void tasks(int threads) {
  struct Seen seen = {makeScratch(threads), threads, {0}};
  for (int round = 0; round < Rounds && !sawAll(&seen); round++) {
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
#pragma omp task
      work(1, 1);
#pragma omp task shared(seen)
      tree(&seen, 5);
#pragma omp taskwait
      CHECK(ask().number == 0);
    }
  }
  CHECK(sawAll(&seen));
}

// The first iteration is the beginning strand's in any case.
static void loops(int threads) {
  struct Seen seen = {makeScratch(threads), threads, {0}};
  for (int round = 0; round < Rounds && !sawAll(&seen); round++) {
#pragma omp parallel for num_threads(threads)
    for (int i = 0; i < 40; i++)
      if (i > threads)
        note(&seen, (unsigned)i);
  }
  CHECK(sawAll(&seen));
}

// A region in each task, with a team of its own: places are lent within a team.
static void nested(void) {
  struct Scratch outer = makeScratch(2);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 6; i++) {
#pragma omp task firstprivate(i) shared(outer)
    {
      struct Seen seen = {makeScratch(3), 3, {0}};
      int number = enterScratch(&outer);
      work((unsigned)i, 3);
      leaveScratch(&outer, number);
#pragma omp parallel num_threads(3)
#pragma omp single
      tree(&seen, 4);
      CHECK(ask().number == number);
    }
  }
}

int main(void) {
  for (int threads = 2; threads < MostThreads; threads++) {
    tasks(threads);
    loops(threads);
  }
  nested();
}
