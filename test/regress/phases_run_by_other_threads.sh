#!/bin/sh
# phases_run_by_other_threads.sh ROOT: where a region finds no place for its phases when the program runs, threads of libomp,
# or strands, execute them one after the other, with the barriers between.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > region.c << 'END'
#include <omp.h>
#include <stdio.h>
#include <unistd.h>
enum { N = 4000, THREADS = 4 };
static long numbers[N], slots[THREADS], firsts, sum, chunks[2];
int main(void) {
  alarm(60);
  long region = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : region)
  {
    int me = omp_get_thread_num();
    // Lives in the frame, from one phase to the next.
    long own[8] = {0}, last = 0;
    for (int round = 1; round <= 3; round++) {
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++) {
        numbers[i] += i % 7 + round;
        own[i & 7]++;
        last = i;
      }
      slots[me] = own[0] + own[7] + (last >= 0);
#pragma omp barrier
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < N; i++)
        sum += numbers[N - 1 - i];
      if (slots[(me + 1) % THREADS] == 0)
        region += 1000000;
      // Two loops with chunks.
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < N; i++)
#pragma omp atomic
        chunks[0]++;
#pragma omp for schedule(guided) nowait
      for (int i = 0; i < N; i++)
#pragma omp atomic
        chunks[1]++;
#pragma omp single
      firsts++;
      region += own[1];
    }
  }
  printf("%ld %ld %ld %ld %ld\n", sum, region, firsts, chunks[0], chunks[1]);
  return 0;
}
END
cat > refusing.c << 'END'
#include <stdlib.h>
static void check(void);
static int calls;
int tactus_team_phases(void *region, void *environment, int threads) {
  (void)region, (void)environment, (void)threads;
  if (!calls++)
    atexit(check);
  return 0;
}
static void check(void) {
  if (getenv("EXPECTED_CALLS") && calls != atoi(getenv("EXPECTED_CALLS")))
    _Exit(3);
}
END
"clang-${LLVM:-19}" -O2 -fPIC -shared refusing.c -o librefusing.so
for level in -O0 -O2; do
  "$root/bin/tactus-clang" $level -g -fopenmp region.c -o program
  test "$(./program)" = "111964 3000 3 12000 12000" || { ./program; exit 1; }
  found=$(EXPECTED_CALLS=1 LD_PRELOAD=./librefusing.so ./program) || { echo "$level: exit $?"; exit 1; }
  test "$found" = "$(./program)" || { echo "$level: $found"; exit 1; }
done
