#!/bin/sh
# locks_do_not_start_libomp.sh ROOT: a critical section or a lock in converted code started libomp, which takes a millisecond; so
# did a function with two waits for tasks, which may have been left to libomp by another file. The locks are libomp's own kind all the same: an object of another compiler takes turns with ours at the
# same lock and at a critical section of the same name, whoever comes first.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/ours.c" << 'END'
#include <omp.h>
#include <stdio.h>
#include <string.h>
int __kmpc_global_num_threads(void *);
void theirs(long *sums, omp_lock_t *lock, int times);
void touch(int *number);
enum { Times = 20000 };
static omp_lock_t lock;
static long sums[4], shared[2];

static int fail(const char *what) {
  puts(what);
  return 1;
}

static int waitTwice(void) {
  int first = 0, second = 0;
#pragma omp task shared(first)
  touch(&first);
  touch(&second);
#pragma omp taskwait
  if (second != 1)
    return 1;
#pragma omp task shared(first)
  touch(&first);
  touch(&second);
#pragma omp taskwait
  return first != 2 || second != 2;
}

/* In loops, in tasks, and in regions of strands. */
static void converted(void) {
#pragma omp parallel for
  for (int i = 0; i < Times; i++) {
#pragma omp critical
    sums[0]++;
    omp_set_lock(&lock);
    sums[1]++;
    omp_unset_lock(&lock);
#pragma omp flush
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < Times; i++)
#pragma omp task
  {
#pragma omp critical(named)
    sums[2]++;
  }
#pragma omp parallel
#pragma omp single
  sums[0] -= waitTwice();
#pragma omp parallel num_threads(2)
  {
    for (int i = 0; i < Times / 2; i++) {
#pragma omp critical(named)
      sums[3] += omp_get_num_threads() - 1;
    }
#pragma omp barrier
  }
}

static int isTakenTwice(void) {
  int taken;
  omp_set_lock(&lock);
  taken = omp_test_lock(&lock);
  omp_unset_lock(&lock);
  return taken || !omp_test_lock(&lock) || (omp_unset_lock(&lock), 0);
}

/* A thread of libomp's program beside a strand of ours. */
static void together(void) {
#pragma omp parallel for
  for (int i = 0; i < 2; i++) {
    if (i == 0)
      theirs(shared, &lock, Times);
    else
      for (int k = 0; k < Times; k++) {
#pragma omp critical(shared)
        shared[0]++;
        omp_set_lock(&lock);
        shared[1]++;
        omp_unset_lock(&lock);
      }
  }
}

int main(int count, char **arguments) {
  int theirsFirst = count > 1 && !strcmp(arguments[1], "theirs");
  omp_init_lock(&lock);
  if (theirsFirst)
    theirs(shared, &lock, 1);
  shared[0] = shared[1] = 0;
  converted();
  if (!theirsFirst && __kmpc_global_num_threads(0) != 0)
    return fail("libomp has been started");
  if (sums[0] != Times || sums[1] != Times || sums[2] != Times || sums[3] > Times || isTakenTwice())
    return fail("an update is lost");
  together();
  if (shared[0] != 2 * Times || shared[1] != 2 * Times)
    return fail("an update beside libomp's is lost");
  if (__kmpc_global_num_threads(0) == 0)
    return fail("libomp has not been started by its own program");
  omp_destroy_lock(&lock);
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
  if (isTakenTwice())
    return fail("a lock with a hint is taken twice");
  omp_destroy_lock(&lock);
  return 0;
}
END
cat > "$folder/theirs.c" << 'END'
#include <omp.h>
void touch(int *number) { ++*number; }
void theirs(long *sums, omp_lock_t *lock, int times) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < times; i++) {
#pragma omp critical(shared)
    sums[0]++;
    omp_set_lock(lock);
    sums[1]++;
    omp_unset_lock(lock);
  }
}
END
"$root/bin/tactus-clang" -fopenmp -O1 -fno-tactus -c "$folder/theirs.c" -o "$folder/theirs.o"
"$root/bin/tactus-clang" -fopenmp -O2 "$folder/ours.c" "$folder/theirs.o" -o "$folder/program"
for first in ours theirs; do
  for settings in TACTUS_WORKERS=1 TACTUS_WORKERS=2 "TACTUS_WORKERS=4 TACTUS_PROMOTE=all" "TACTUS_WORKERS=2 TACTUS_TASKS=eager"; do
    env $settings "$folder/program" $first > "$folder/said" || {
      echo "locks_do_not_start_libomp.sh: fails with $settings, $first first: $(cat "$folder/said")" >&2
      exit 1
    }
  done
done
