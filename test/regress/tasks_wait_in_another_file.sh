#!/bin/sh
# tasks_wait_in_another_file.sh ROOT: tasks that wait, where the compiler does not see it and nobody polls, for later ones.
# libomp and libgomp run them concurrently. Here the later ones are latent on the stack of what waits, and begin when that
# has taken some milliseconds. What a task sleeps is not cut short by that.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/tasks.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
int sleepsShort(void);
int main(void) {
  begin();
  int ran = 0, shortSleeps = 0;
  for (int round = 0; round < 2; round++) {
    int flags[4] = {0}, later = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
      // Each waits for the one that comes next.
      for (int i = 0; i < 4; i++) {
#pragma omp task shared(flags, ran) firstprivate(i)
        {
          if (i < 3)
            waitFor(&flags[i + 1]);
          set(&flags[i]);
#pragma omp atomic
          ran++;
        }
      }
#pragma omp taskwait
#pragma omp taskloop num_tasks(2) shared(later, ran)
      for (int i = 0; i < 2; i++) {
        if (i == 0)
          waitFor(&later);
        else
          set(&later);
#pragma omp atomic
        ran++;
      }
      for (int i = 0; i < 4; i++) {
#pragma omp task shared(shortSleeps)
        {
          int isShort = sleepsShort();
#pragma omp atomic
          shortSleeps += isShort;
        }
      }
    }
  }
  return ran != 12 || shortSleeps != 0;
}
END
cat > "$folder/waits.c" << 'END'
#include <sched.h>
#include <time.h>
#include <unistd.h>
void begin(void) { alarm(60); }
void waitFor(int *flag) {
  while (!__atomic_load_n(flag, __ATOMIC_SEQ_CST))
#ifdef SLEEPS
    usleep(100);
#else
    sched_yield();
#endif
}
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
int sleepsShort(void) {
  struct timespec time = {0, 30000000};
  return nanosleep(&time, 0) != 0;
}
END
for level in -O0 -O2; do
  for how in "" -DSLEEPS; do
    # shellcheck disable=SC2086 # none, or one flag
    "$root/bin/tactus-clang" $level $how -fopenmp "$folder/tasks.c" "$folder/waits.c" -o "$folder/tasks"
    for setting in WORKERS=1 WORKERS=2 WORKERS=4 CHAOS=1; do
      env TACTUS_WATCH=1 "TACTUS_$setting" "$folder/tasks"
    done
  done
done
