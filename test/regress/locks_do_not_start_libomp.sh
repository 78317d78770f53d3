#!/bin/sh
# locks_do_not_start_libomp.sh ROOT: a critical section or a lock in converted code started libomp, which takes a
# millisecond; so did a function with two waits for tasks, which may have been left to libomp by another file. The locks
# are libomp's own kind all the same: an object of another compiler takes turns with ours at the same lock and at a
# critical section of the same name, whoever comes first. In C++ a lock is an invoke where there are objects.
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
static long sums[4], shared[2], inTasks, inLoop;

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

static __attribute__((noinline)) void count(long *number) {
#pragma omp atomic
  ++*number;
}

static __attribute__((noinline)) void tasksInLoop(void) {
#pragma omp parallel for
  for (int i = 0; i < Times; i++) {
#pragma omp task
    count(&inTasks);
#pragma omp critical(loop)
    inLoop++;
#pragma omp taskwait
  }
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
  tasksInLoop();
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
  if (sums[0] != Times || sums[1] != Times || sums[2] != Times || sums[3] > Times || inTasks != Times ||
      inLoop != Times || isTakenTwice())
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
cat > "$folder/objects.cpp" << 'END'
#include <omp.h>
#include <vector>
extern "C" int __kmpc_global_num_threads(void *);
int main() {
  omp_lock_t lock;
  long sum = 0;
  omp_init_lock(&lock);
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    std::vector<long> one(1, i);
    omp_set_lock(&lock);
    sum += one[0];
    omp_unset_lock(&lock);
    while (!omp_test_lock(&lock))
      ;
    sum += one[0];
    omp_unset_lock(&lock);
  }
  std::vector<long> all(1, sum);
  omp_destroy_lock(&lock);
  return all[0] != 999000 || __kmpc_global_num_threads(nullptr) != 0;
}
END
cat > "$folder/starving.c" << 'END'
#include <omp.h>
#include <stdio.h>
/* The first thread comes back to the lock as soon as it has left it, until the second has had it. */
int main(void) {
  omp_lock_t lock;
  int isIn = 0, hasCome = 0, turns = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp atomic write
    hasCome = 1;
    omp_set_lock(&lock);
    isIn = 1;
    omp_unset_lock(&lock);
  } else {
    for (int isDone = 0; !isDone;) {
      int counts;
#pragma omp atomic read
      counts = hasCome;
      omp_set_lock(&lock);
      isDone = isIn;
      turns += counts;
      for (volatile int i = 0; i < 500000; i++)
        ;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  if (turns > 2000)
    printf("%d turns\n", turns);
  return turns > 2000;
}
END
"$root/bin/tactus-clang" -fopenmp -O1 "$folder/starving.c" -o "$folder/starving"
TACTUS_WORKERS=2 "$folder/starving" > "$folder/said" || {
  echo "locks_do_not_start_libomp.sh: who comes back to a lock at once keeps others out: $(cat "$folder/said")" >&2
  exit 1
}
for level in -O0 -O2; do
  "$root/bin/tactus-clang++" -fopenmp $level "$folder/objects.cpp" -o "$folder/objects"
  TACTUS_WORKERS=2 "$folder/objects" || {
    echo "locks_do_not_start_libomp.sh: locks among objects start libomp, or lose an update, at $level" >&2
    exit 1
  }
done
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
