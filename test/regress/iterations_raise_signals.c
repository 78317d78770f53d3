// FLAGS: -O2
// Signals that code raises, and processes that it starts, are the same wherever it runs: threads of the runtime block
// in it what the thread blocks that it comes from.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Iterations = 300, Children = 4, Members = 3 };
static int met, wrong;

static void meet(int signal) {
  (void)signal;
  __atomic_fetch_add(&met, 1, __ATOMIC_RELAXED);
}

static void expect(int found, int expected, const char *what) {
  if (found == expected)
    return;
  fprintf(stderr, "%s: %d, not %d\n", what, found, expected);
  wrong = 1;
}

static __attribute__((noinline)) void work(int steps) {
  for (volatile int step = 0; step < steps; ++step)
    ;
}

/// Whether a child ends by a signal that ends those who do not block it.
static int endsBySignal(void) {
  pid_t child = fork();
  if (child == 0) {
    raise(SIGTERM);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
}

static int blocks(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  return sigismember(&mask, signal);
}

static void loops(void) {
  met = 0;
#pragma omp parallel for
  for (int i = 0; i < Iterations; ++i) {
    work(2000);
    raise(SIGUSR1);
  }
  expect(met, Iterations, "signals of iterations");
  int ended = 0;
#pragma omp parallel for reduction(+ : ended)
  for (int i = 0; i < Children; ++i) {
    work(20000);
    ended += endsBySignal();
  }
  expect(ended, Children, "children that end by a signal");
}

static void tasks(void) {
  met = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < Iterations; ++i)
#pragma omp task
  {
    work(2000);
    raise(SIGUSR1);
  }
  expect(met, Iterations, "signals of tasks");
}

static void members(void) {
  int count = 0, blocked = 0;
  met = 0;
#pragma omp parallel num_threads(Members) reduction(+ : count, blocked)
  {
    static int own;
#pragma omp threadprivate(own)
    own++;
    raise(SIGUSR1);
#pragma omp barrier
    count += own > 0;
    blocked += blocks(SIGUSR2);
  }
  expect(met, count, "signals of members");
  expect(blocked, blocks(SIGUSR2) * count, "members that block a signal");
}

/// Members keep what they need to make tasks from one loop of theirs to the next.
static void loopsOfMembers(void) {
  int count = 0, blocked = 0, members = 0;
#pragma omp parallel num_threads(2) reduction(+ : count, blocked, members)
  {
    static int own;
#pragma omp threadprivate(own)
    own++;
    members += own > 0;
    sigset_t added;
    sigemptyset(&added);
    sigaddset(&added, SIGUSR2);
    for (int isBlocked = 0; isBlocked < 2; ++isBlocked) {
      int found = 0;
      pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &added, NULL);
#pragma omp parallel for reduction(+ : found)
      for (int i = 0; i < Iterations; ++i) {
        work(2000);
        found += blocks(SIGUSR2);
      }
      count += isBlocked ? 0 : found;
      blocked += isBlocked ? found : 0;
    }
    pthread_sigmask(SIG_UNBLOCK, &added, NULL);
  }
  expect(count, 0, "iterations of members that block nothing");
  expect(blocked, members * Iterations, "iterations of members that block a signal");
}

static int isOver;

static void waitForTheEnd(void) {
  while (!__atomic_load_n(&isOver, __ATOMIC_ACQUIRE))
    usleep(100);
}
/// The compiler does not see that it waits, so that the next task begins when a signal finds the thread there.
static void (*volatile waits)(void) = waitForTheEnd;

static void begunBesideOneThatWaits(void) {
  int blocked = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    waits();
#pragma omp task shared(blocked)
    {
      blocked = blocks(SIGUSR2);
      __atomic_store_n(&isOver, 1, __ATOMIC_RELEASE);
    }
  }
  expect(blocked, 0, "a task begun in a handler that blocks a signal");
}

int main(void) {
  struct sigaction action = {.sa_handler = meet, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  // Of the signal by which libtactus finds code that waits: its handler blocks what this one asks for.
  struct sigaction urgent = {.sa_handler = meet};
  sigaddset(&urgent.sa_mask, SIGUSR2);
  sigaction(SIGURG, &urgent, NULL);
  begunBesideOneThatWaits();
  loops();
  tasks();
  members();
  loopsOfMembers();
  // What the program blocks, threads that are there already block from now on.
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < Iterations; ++i) {
    work(2000);
    count += blocks(SIGUSR2);
  }
  expect(count, Iterations, "iterations that block a signal");
  members();
  return wrong;
}
