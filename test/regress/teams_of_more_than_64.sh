#!/bin/sh
# teams_of_more_than_64.sh ROOT: a region with more than 64 threads whose strands are counted, since there are more workers or fewer,
# ran on 64: whoever waited for the others in another file waited for ever.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/other.c" << 'END'
#include <omp.h>
#include <unistd.h>
static int come;
void begin(void) { come = 0; }
/// All `count` meet.
void meet(int count) {
  int before = __atomic_fetch_add(&come, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&come, __ATOMIC_SEQ_CST) < (before / count + 1) * count)
    usleep(300);
}
int number(void) { return omp_get_thread_num(); }
int size(void) { return omp_get_num_threads(); }
END
cat > "$folder/program.c" << 'END'
#include <stdio.h>
#include <string.h>
void begin(void);
void meet(int count);
int number(void);
int size(void);
static int seen[1000];

static int wrong(int count) {
  int bad = 0;
  for (int i = 0; i < count; i++)
    bad += seen[i] != 1;
  memset(seen, 0, sizeof seen);
  return bad;
}

static int note(int count) {
  int own = number(), bad = own < 0 || own >= count || size() != count;
  if (!bad)
    __atomic_fetch_add(&seen[own], 1, __ATOMIC_SEQ_CST);
  return bad;
}

int main(void) {
  static const int counts[] = {65, 80};
  for (int turn = 0; turn < 2; turn++) {
    int count = counts[turn], bad = 0;
    begin();
#pragma omp parallel num_threads(count) reduction(+ : bad)
    {
      bad += note(count);
      meet(count);
    }
    if (bad || wrong(count)) {
      printf("members of a region of %d: %d\n", count, bad);
      return 1;
    }
    // More iterations than threads: each thread's first one meets those of the others.
#pragma omp parallel for num_threads(count) schedule(static) reduction(+ : bad)
    for (int i = 0; i < 3 * count; i++)
      if (i % 3 == 0) {
        bad += note(count);
        meet(count);
      }
    if (bad || wrong(count)) {
      printf("first iterations of a loop of %d: %d\n", count, bad);
      return 1;
    }
#pragma omp parallel for num_threads(count) schedule(static, 1) reduction(+ : bad)
    for (int i = 0; i < count; i++) {
      bad += note(count);
      meet(count);
    }
    if (bad || wrong(count)) {
      printf("iterations of a loop of %d: %d\n", count, bad);
      return 1;
    }
  }
  return 0;
}
END
"$root/bin/tactus-clang" -O2 -fopenmp "$folder/program.c" "$folder/other.c" -o "$folder/program"
for workers in 100 4; do
  TACTUS_WORKERS=$workers timeout 120 "$folder/program"
done
TACTUS_WORKERS=100 TACTUS_HEARTBEAT_US=1 timeout 120 "$folder/program"
