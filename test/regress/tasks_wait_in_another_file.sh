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
# Iterations with threads of their own, and sections. More of them wait at a time than there are workers.
cat > "$folder/loops.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
int main(void) {
  begin();
  int ran = 0, firsts[64] = {0}, next[17] = {0}, sections[3] = {0};
  // The first iterations of the threads' parts meet.
#pragma omp parallel for schedule(static) num_threads(4) reduction(+ : ran)
  for (int i = 0; i < 64; i++) {
    set(&firsts[i]);
    for (int first = 0; first < 64 && i % 16 == 0; first += 16)
      waitFor(&firsts[first]);
    ran++;
  }
  // Each waits for the next one to begin, which is another thread's.
  set(&next[16]);
#pragma omp parallel for schedule(static, 1) num_threads(4) reduction(+ : ran)
  for (int i = 0; i < 16; i++) {
    set(&next[i]);
    waitFor(&next[i + 1]);
    ran++;
  }
#pragma omp parallel sections num_threads(3) reduction(+ : ran)
  {
#pragma omp section
    {
      waitFor(&sections[1]);
      set(&sections[0]);
      ran++;
    }
#pragma omp section
    {
      waitFor(&sections[2]);
      set(&sections[1]);
      ran++;
    }
#pragma omp section
    {
      set(&sections[2]);
      waitFor(&sections[0]);
      ran++;
    }
  }
  return ran != 64 + 16 + 3;
}
END
# Pairs of tasks, some of which are queued in batches. All slots can be with tasks that wait for one that is latent, or
# queued, or is going to be created by what is latent: it begins without a slot.
cat > "$folder/pairs.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
static long sums[12];
static long sum(long n) {
  volatile long result = 0;
  for (long i = 0; i <= n; i++)
    result += i;
  return result;
}
int main(void) {
  begin();
  int wrong = 0;
  for (int round = 0; round < 5; round++) {
    int flags[12] = {0};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 12; i++) {
#pragma omp task shared(flags)
      {
        set(&flags[i]);
        waitFor(&flags[i ^ 1]);
      }
#pragma omp task shared(sums)
      sums[i] = sum(10000 + i);
    }
    for (long i = 0; i < 12; i++)
      wrong += sums[i] != (10000 + i) * (10001 + i) / 2;
  }
  return wrong;
}
END
# Each iteration waits for one of the next thread's part, and has its thread's number meanwhile.
cat > "$folder/parts.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
int enter(void);
void leave(int number);
int main(void) {
  begin();
  int ran = 0, flags[66] = {0};
#pragma omp parallel for schedule(static) num_threads(4) reduction(+ : ran)
  for (int i = 0; i < 66; i++) {
    int number = enter();
    set(&flags[i]);
    if (i < 48)
      waitFor(&flags[i + 17]);
    leave(number);
    ran++;
  }
  return ran != 66;
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
    usleep(SLEEPS);
#else
    sched_yield();
#endif
}
void set(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST); }
int omp_get_thread_num(void);
static int isUsed[4];
int enter(void) {
  int number = omp_get_thread_num();
  if (number < 0 || number > 3 || __atomic_exchange_n(&isUsed[number], 1, __ATOMIC_SEQ_CST))
    _exit(2);
  return number;
}
void leave(int number) {
  if (omp_get_thread_num() != number)
    _exit(3);
  __atomic_store_n(&isUsed[number], 0, __ATOMIC_SEQ_CST);
}
int sleepsShort(void) {
  struct timespec time = {0, 30000000};
  return nanosleep(&time, 0) != 0;
}
END
for level in -O0 -O2; do
  for how in "" -DSLEEPS=100 -DSLEEPS=20000; do
    # shellcheck disable=SC2086 # none, or one flag
    "$root/bin/tactus-clang" $level $how -fopenmp "$folder/tasks.c" "$folder/waits.c" -o "$folder/tasks"
    for setting in WORKERS=1 WORKERS=2 WORKERS=4 CHAOS=1; do
      env "TACTUS_$setting" "$folder/tasks"
    done
    # Where the levels are limited, the regions around have to be counted.
    env TACTUS_WORKERS=2 OMP_MAX_ACTIVE_LEVELS=1 "$folder/tasks"
    # shellcheck disable=SC2086
    "$root/bin/tactus-clang" $level $how -fopenmp "$folder/loops.c" "$folder/waits.c" -o "$folder/loops"
    for setting in WORKERS=1 WORKERS=2 WORKERS=4 CHAOS=1; do
      env "TACTUS_$setting" "$folder/loops"
    done
    # One worker: no beat divides a part (decision 210).
    # shellcheck disable=SC2086
    "$root/bin/tactus-clang" $level $how -fopenmp "$folder/parts.c" "$folder/waits.c" -o "$folder/parts"
    env TACTUS_WORKERS=1 "$folder/parts"
  done
done
"$root/bin/tactus-clang" -O2 -fopenmp "$folder/pairs.c" "$folder/waits.c" -o "$folder/pairs"
for setting in "CHAOS=1 TACTUS_WORKERS=2" "CHAOS=4 TACTUS_WORKERS=3" "CHAOS=5 TACTUS_WORKERS=3" WORKERS=2 WORKERS=3 WORKERS=4; do
  # shellcheck disable=SC2086 # one variable, or two
  env TACTUS_$setting "$folder/pairs"
done
# Naps of more than a second are prolonged by one each time.
cat > "$folder/nap.c" << 'END'
void begin(void);
void waitFor(int *flag);
void set(int *flag);
int main(void) {
  begin();
  int flag = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(flag)
    waitFor(&flag);
#pragma omp task shared(flag)
    set(&flag);
  }
  return 0;
}
END
"$root/bin/tactus-clang" -O2 -DSLEEPS=1200000 -fopenmp "$folder/nap.c" "$folder/waits.c" -o "$folder/nap"
env TACTUS_WORKERS=1 "$folder/nap"
