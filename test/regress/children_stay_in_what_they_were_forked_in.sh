#!/bin/sh
# children_stay_in_what_they_were_forked_in.sh ROOT: a child of fork() in parallel code that came out of its iteration, task or
# region waited for ever for threads of its parent. It may go on where all that it needs is its own, and ends with a line elsewhere.
set -eu
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/program.c" << 'END_OF_PROGRAM'
#define _GNU_SOURCE
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int pipes[2];
static pid_t children[200];
static int childCount;

static void work(int n) {
  for (volatile int i = 0; i < n; i++)
    ;
}

static long loop(int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

/// What the child does before it comes out: parallel code of its own.
static void forkHere(void) {
  // Children have none of their own: nobody waits for these.
  static int isChild;
  if (isChild)
    return;
  pid_t child = fork();
  if (child == 0) {
    isChild = 1;
    signal(SIGALRM, SIG_DFL);
    alarm(120);
    if (dup2(pipes[1], 2) != 2 || loop(20000) != 199990000)
      _exit(3);
    return;
  }
#pragma omp critical(children)
  children[childCount++] = child;
}

static void inLoop(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    work(20000);
    if (i % 16 == 5)
      forkHere();
  }
}

static void atBarrier(int number) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == number)
      forkHere();
#pragma omp barrier
  }
}

static void atEnd(int number) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() != number)
      work(1000);
    else
      forkHere();
  }
}

static void inTasks(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 64; i++) {
#pragma omp task firstprivate(i)
    {
      work(20000);
      if (i % 16 == 5)
        forkHere();
    }
  }
}

static void inLeague(void) {
#pragma omp teams num_teams(16)
  {
    int team = omp_get_team_num();
    work(20000);
    if (team % 8 == 3) {
      pid_t before = getpid();
      forkHere();
      // The place of the team is in a frame of a thread that may not be there.
      if (getpid() != before && (omp_get_team_num() != team || omp_get_num_teams() != 16))
        _exit(4);
    }
  }
}

int main(void) {
  pid_t self = getpid();
  if (pipe2(pipes, O_NONBLOCK))
    return 1;
  for (int kind = 0; kind < 9; kind++) {
    childCount = 0;
    switch (kind) {
    case 0: inLoop(); break;
    case 1: case 2: case 3: atBarrier(kind - 1); break;
    case 4: case 5: case 6: atEnd(kind - 4); break;
    case 7: inTasks(); break;
    case 8: inLeague(); break;
    }
    // A child that has come out is right: nothing was another thread's.
    if (getpid() != self)
      _exit(loop(20000) == 199990000 ? 0 : 5);
    int refused = 0, lines = 0;
    for (int i = 0; i < childCount; i++) {
      int status = 0;
      waitpid(children[i], &status, 0);
      refused += status == 1 << 8;
      if (status && status != 1 << 8) {
        printf("kind %d: status %x\n", kind, status);
        return 1;
      }
    }
    static char text[10000];
    memset(text, 0, sizeof text);
    ssize_t length = read(pipes[0], text, sizeof text - 1);
    for (const char *at = text; (at = strstr(at, "tactus: error: the child of a fork() in parallel code ")); at++)
      lines++;
    if (lines != refused || (length > 0) != (lines > 0)) {
      printf("kind %d: %d children ended with an error, and said: %s\n", kind, refused, text);
      return 1;
    }
  }
  return 0;
}
END_OF_PROGRAM
"$root/bin/tactus-clang" -O1 -fopenmp "$folder/program.c" -o "$folder/program"
for workers in 1 2 4; do
  TACTUS_WORKERS=$workers "$folder/program"
  TACTUS_WORKERS=$workers TACTUS_HEARTBEAT_US=1 "$folder/program"
done
TACTUS_WORKERS=2 TACTUS_PROMOTE=all "$folder/program"
for seed in 1 2 3; do
  TACTUS_WORKERS=3 TACTUS_CHAOS=$seed "$folder/program"
done

# Nobody ends a child whose threads only wait for long.
cat > "$folder/long.c" << 'END_OF_PROGRAM'
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void *fulfilLater(void *event) {
  usleep(1300000);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

/// Waits that somebody ends, although all others sleep meanwhile: a task that sleeps, and a thread of the program's.
static int longWaits(void) {
  static int ran;
  int sum = ran = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    if (omp_get_thread_num() == 2)
      usleep(1300000);
    sum += omp_get_thread_num();
#pragma omp barrier
#ifdef DETACHES
#pragma omp single
    {
      omp_event_handle_t event;
      pthread_t thread;
#pragma omp task detach(event)
      ran = 10;
      if (pthread_create(&thread, NULL, fulfilLater, (void *)event) || pthread_detach(thread))
        _exit(6);
    }
#else
    if (omp_get_thread_num() == 0)
      ran = 10;
#endif
  }
  return sum + ran;
}

int main(void) {
  if (longWaits() != 13)
    return 1;
  pid_t child = fork();
  if (child == 0) {
    alarm(120);
    _exit(longWaits() == 13 ? 0 : 2);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0 ? 0 : 3;
}
END_OF_PROGRAM
# Detached tasks take a program's regions to libomp, where there is one.
for detaches in '' -DDETACHES; do
  # shellcheck disable=SC2086 # None is no argument.
  "$root/bin/tactus-clang" -O1 -fopenmp -pthread $detaches "$folder/long.c" -o "$folder/long"
  TACTUS_WORKERS=3 "$folder/long"
done
