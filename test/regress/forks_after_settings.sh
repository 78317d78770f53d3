#!/bin/sh
# forks_after_settings.sh ROOT: a child of fork() runs everything, whatever its parent had set, and with more workers than processors.
# Libomp stopped at an assertion there: it had been told a number of threads above its own bound, which a child reads again.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int loop(void) {
  int odd = 0;
#pragma omp parallel for reduction(+ : odd)
  for (int i = 0; i < 20000; i++) {
    volatile int x = i;
    odd += x & 1;
  }
  return odd;
}

static int perThread;
#pragma omp threadprivate(perThread)
static int strands(void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
    perThread = omp_get_thread_num();
#pragma omp barrier
#pragma omp atomic
    sum += perThread;
  }
  return sum;
}

static int regionOfLibomp(void) {
  int count = 0;
#pragma omp parallel reduction(task, + : count) num_threads(4)
  count += 1;
  return count;
}

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static int tasks(void) {
  int result;
#pragma omp parallel
#pragma omp single
  result = fib(14);
  return result;
}

static int everything(void) {
  int wrong = (loop() != 10000) | (tasks() != 377) << 1 | (omp_get_max_threads() < 1) << 2;
  // Inside of a region these have one thread.
  if (!omp_in_parallel())
    wrong |= (strands() != 3) << 3 | (regionOfLibomp() != 4) << 4;
  return wrong;
}

static int inChild(int (*function)(void)) {
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(function());
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status != 0;
}
enum { Threads = 8 };
static pthread_barrier_t allAreHere;
static void *overwriteStack(void *unused) {
  char bytes[64 << 10];
  memset(bytes, 3, sizeof bytes); // what is taken for a record leads on to what is none
  __asm__ volatile("" : : "r"(bytes) : "memory");
  pthread_barrier_wait(&allAreHere);
  return unused;
}
/// A child's new threads get the stacks of those that it does not have. A worker that forked had records that led there.
static void overwriteStacks(void) {
  pthread_t threads[Threads];
  pthread_barrier_init(&allAreHere, NULL, Threads);
  for (int i = 0; i < Threads; i++)
    pthread_create(&threads[i], NULL, overwriteStack, NULL);
  for (int i = 0; i < Threads; i++)
    pthread_join(threads[i], NULL);
}

/// Children fork, too.
static int again(void) {
  overwriteStacks();
  return everything() | inChild(everything) << 5;
}
static int fails(void) { return inChild(again); }

static void *inThread(void *status) {
  *(int *)status = fails();
  return NULL;
}
static int stop;
static void *beBusy(void *unused) {
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
    loop();
  return unused;
}

static int inOtherThread(void) {
  int status = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, inThread, &status);
  pthread_join(thread, NULL);
  return status;
}

static int besideBusyThread(void) {
  int wrong = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, beBusy, NULL);
  for (int i = 0; i < 5; i++)
    wrong |= fails();
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(thread, NULL);
  return wrong;
}

static int inIterations(void) {
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong) schedule(dynamic)
  for (int i = 0; i < 3; i++)
    wrong += fails();
  return wrong;
}

static int inStrands(void) {
  int wrong = 0;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  {
    perThread = 1;
#pragma omp barrier
    wrong += fails();
  }
  return wrong;
}

static int inTasks(void) {
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 3; i++)
#pragma omp task shared(wrong)
  {
    int failed = fails();
#pragma omp atomic
    wrong += failed;
  }
  return wrong;
}

static int otherPrograms(void) {
  pid_t child;
  char *arguments[] = {"/bin/true", NULL};
  int status = 1, later = 1;
  everything();
  if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ) == 0)
    waitpid(child, &status, 0);
  child = vfork();
  if (child == 0) {
    execv(arguments[0], arguments);
    _exit(1);
  }
  waitpid(child, &later, 0);
  return status | later | everything();
}

int main(int count, char **arguments) {
  omp_set_dynamic(0);
  switch (count > 1 ? atoi(arguments[1]) : 0) {
  case 1: // as threadpoolctl does
    omp_set_num_threads(omp_get_max_threads());
    return fails();
  case 2:
    omp_set_num_threads(1);
    return fails();
  case 3:
    omp_set_num_threads(7);
    return fails() | everything() | fails();
  case 4:
    omp_set_max_active_levels(3);
    omp_set_schedule(omp_sched_dynamic, 3);
    return fails();
  case 5:
    return everything() | fails();
  case 6:
    return regionOfLibomp() != 4 || fails();
  case 7:
    return inOtherThread();
  case 8:
    omp_set_num_threads(3);
    return everything() | inOtherThread();
  case 9:
    return besideBusyThread();
  case 10:
    return inIterations();
  case 11:
    return inStrands();
  case 12:
    return inTasks();
  case 13:
    return otherPrograms();
  default:
    return fails();
  }
}
END_OF_PROGRAM
"$root/bin/tactus-clang" -fopenmp -O2 "$folder/program.c" -o "$folder/program"
workers=$(($(getconf _NPROCESSORS_ONLN) + 2))
for setting in TACTUS_WORKERS=1 TACTUS_WORKERS=$workers OMP_NUM_THREADS=$workers TACTUS_CHAOS=1; do
  for case in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do
    env "$setting" "$folder/program" $case || {
      echo "forks_after_settings.sh: case $case fails with $setting" >&2
      exit 1
    }
  done
done
