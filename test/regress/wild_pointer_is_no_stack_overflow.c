// A fault of a task is named a stack overflow only if the stack is full; and whatever it is, it goes on to the handler
// that the program has installed, or ends the process as a segmentation fault does.
#define _GNU_SOURCE
#include <cilk/cilk.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum Fault { Null, Guard, JustBelow, Far, Recursion, Kinds };

/// Where the stack of this thread ends.
static char *lowestAddress(void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return lowest;
}

static volatile uint64_t limit = UINT64_MAX;
__attribute__((noinline)) static uint64_t recurse(uint64_t depth) {
  volatile char frame[500];
  frame[depth % 500] = 1;
  return depth >= limit ? 0 : recurse(depth + 1) + (uint64_t)frame[depth % 500];
}

__attribute__((noinline)) static void fault(enum Fault kind) {
  switch (kind) {
  case Null:
    *(volatile char *)(uintptr_t)(kind + 16) = 1;
    break;
  case Guard: // Below the stack, from high up in it.
    *(volatile char *)(lowestAddress() + 100) = 1;
    *(volatile char *)(lowestAddress() - 100) = 1;
    *(volatile char *)(lowestAddress() + (60 << 10)) = 1;
    raise(SIGSEGV);
    break;
  case JustBelow:
    for (char *address = lowestAddress() + (128 << 10);; address -= 4096)
      *(volatile char *)address = 1;
  case Far:
    *(volatile char *)(UINT64_C(1) << 46) = 1;
    break;
  default:
    recurse(0);
  }
}

static volatile int otherHasBegun;

__attribute__((noinline)) static void waitForOther(void) {
  for (int i = 0; !otherHasBegun && i < 30; ++i)
    usleep(1000);
}

/// On another thread, if one can be had: the first branch waits a moment for the rest to begin elsewhere.
static void faultInTask(enum Fault kind) {
  cilk_spawn waitForOther();
  otherHasBegun = 1;
  fault(kind);
  cilk_sync;
}

static void handle(int number) {
  (void)number;
  _exit(7);
}

/// What a process says and how it ends that does this.
static int child(enum Fault kind, int hasHandler, char *said, size_t room) {
  int ends[2], status = 0;
  if (pipe(ends) != 0)
    return -1;
  pid_t process = fork();
  if (process == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    if (hasHandler) {
      // A handler that runs on a full stack is of no use.
      static char memory[1 << 16];
      stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
      sigaltstack(&stack, NULL);
      struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
      sigaction(SIGSEGV, &action, NULL);
    }
    faultInTask(kind);
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t got; (got = read(ends[0], said + length, room - 1 - length)) > 0;)
    length += (size_t)got;
  said[length] = 0;
  close(ends[0]);
  waitpid(process, &status, 0);
  return status;
}

int main(void) {
  int wrong = 0;
  for (enum Fault kind = Null; kind < Kinds; ++kind)
    for (int hasHandler = 0; hasHandler < 2; ++hasHandler) {
      char said[512];
      int status = child(kind, hasHandler, said, sizeof said);
      int ended = hasHandler ? WIFEXITED(status) && WEXITSTATUS(status) == 7
                             : WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
      if (!ended || (kind != Recursion && strstr(said, "overflow"))) {
        printf("fault %d, handler %d: status %x, said: %s\n", (int)kind, hasHandler, (unsigned)status, said);
        wrong = 1;
      }
    }
  return wrong;
}
