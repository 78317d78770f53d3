// FLAGS: -O2 -pthread -rdynamic
// Workers never end, and block all signals: where main() ended by pthread_exit(), the process stayed for ever, and
// SIGTERM did not end it. C and POSIX: it goes on until its last thread has ended, and then functions of atexit() are
// called.
// A worker that had been started, but not yet begun to run when the initial thread ended was overlooked.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int isOver;
static int ending;

typedef void *Main(void *);
static int beginLate;
static struct {
  Main *main;
  void *argument;
} late[100];

static void *beginsLate(void *of) {
  usleep(20000);
  int number = (int)(long)of;
  return late[number].main(late[number].argument);
}

/// Called by libtactus, too.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, Main *main, void *argument) {
  static int count;
  int (*create)(pthread_t *, const pthread_attr_t *, Main *, void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, Main *, void *))dlsym(RTLD_NEXT, "pthread_create");
  int number = beginLate ? __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED) : 100;
  if (number >= 100)
    return create(thread, attributes, main, argument);
  late[number].main = main;
  late[number].argument = argument;
  return create(thread, attributes, beginsLate, (void *)(long)number);
}

static long sum(int n) {
  long found = 0;
#pragma omp parallel for reduction(+ : found)
  for (int i = 0; i < n; i++)
    found += i % 3;
  return found;
}

static void atEnd(void) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  // 0 is what exit() is called with.
  if (ending && (!isOver || sum(300000) != 300000 || sigismember(&blocked, SIGTERM)))
    _exit(2);
}

static void *later(void *argument) {
  usleep(50000);
  isOver = sum(3000000) == 3000000;
  return argument;
}

static void *sleeper(void *argument) {
  for (;;)
    pause();
  return argument;
}

static int statusOf(pid_t child, int signal) {
  int status = 0;
  if (signal) {
    usleep(100000);
    kill(child, signal);
  }
  waitpid(child, &status, 0);
  return status;
}

int main(void) {
  pthread_t thread;
  atexit(atEnd);
  if (sum(3000000) != 3000000)
    return 3;
  // In children of a fork, in one of which threads begin late, and with a thread that only SIGTERM ends.
  pid_t child;
  for (int isLate = 0; isLate < 2; isLate++) {
    child = fork();
    if (child == 0) {
      ending = isOver = 1;
      beginLate = isLate;
      if (sum(3000000) != 3000000)
        _exit(4);
      pthread_exit(NULL);
    }
    if (statusOf(child, 0) != 0)
      return 5;
  }
  child = fork();
  if (child == 0) {
    if (sum(3000000) != 3000000 || pthread_create(&thread, NULL, sleeper, NULL))
      _exit(6);
    pthread_exit(NULL);
  }
  int status = statusOf(child, SIGTERM);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM)
    return 7;
  ending = 1;
  if (pthread_create(&thread, NULL, later, NULL))
    return 8;
  pthread_exit(NULL);
}
