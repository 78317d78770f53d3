/*===- high_water.c - how deep each thread's stack has been ---------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* To be preloaded (LD_PRELOAD). Fills what is free of the stack of main, and of each thread that is created, with a
|* pattern before they begin; what has another value at the end was used. Writes a line for each thread to the file
|* that HIGH_WATER names: "main BYTES" or "thread BYTES". What a thread gives back of its stack is painted again.
|*
\*===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { Painted = 6 << 20, Margin = 1024, MaximalThreads = 4096, GuardBytes = 1 << 16 };
static const uint64_t Pattern = 0x5ac3965a3c69a5c3u;

struct stack {
  const char *kind;
  volatile uint64_t *low, *high; /* what is painted */
  uintptr_t top;                 /* where the thread's own function begins */
  long deepest;                  /* when the thread has ended; -1 before, 0 before it has begun */
  long givenBack;                /* how deep it was when it gave memory back */
};

static struct stack stacks[MaximalThreads];
static unsigned used;
static __thread struct stack *mine;
/* Held while a stack is painted again, and while stacks are looked at. */
static pthread_mutex_t painting = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static struct stack *paint(const char *kind) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0), low = here - Painted;
  unsigned number = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
  pthread_attr_t attributes;
  void *address;
  size_t size;
  if (number >= MaximalThreads)
    return NULL;
  /* A thread's stack is all mapped; main's grows, and glibc knows how far it may. */
  if (pthread_getattr_np(pthread_self(), &attributes) == 0 &&
      pthread_attr_getstack(&attributes, &address, &size) == 0 && low < (uintptr_t)address + GuardBytes)
    low = (uintptr_t)address + GuardBytes;
  struct stack *own = &stacks[number];
  own->kind = kind;
  own->top = here;
  own->high = (volatile uint64_t *)((here - Margin) & ~(uintptr_t)15);
  own->low = (volatile uint64_t *)((low + 15) & ~(uintptr_t)15);
  for (volatile uint64_t *word = own->high; word > own->low;)
    *--word = Pattern;
  __atomic_store_n(&own->deepest, -1, __ATOMIC_RELEASE);
  mine = own;
  return own;
}

static long depth(const struct stack *own) {
  volatile uint64_t *word = own->low;
  while (word < own->high && *word == Pattern)
    ++word;
  long bytes = (long)(own->top - (uintptr_t)word);
  return bytes > own->givenBack ? bytes : own->givenBack;
}

__attribute__((noinline)) static void measure(struct stack *own) { own->deepest = depth(own); }

int madvise(void *address, size_t length, int advice) {
  int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int))dlsym(RTLD_NEXT, "madvise");
  uintptr_t begin = (uintptr_t)address, end = begin + length;
  struct stack *own = advice == MADV_DONTNEED ? mine : NULL;
  if (own && (end <= (uintptr_t)own->low || begin >= (uintptr_t)own->high))
    own = NULL;
  if (own) {
    pthread_mutex_lock(&painting);
    own->givenBack = depth(own);
  }
  int result = real(address, length, advice);
  for (volatile uint64_t *word = own ? own->low : NULL; own && word < own->high; ++word)
    if ((uintptr_t)word >= begin && (uintptr_t)word < end)
      *word = Pattern;
  if (own)
    pthread_mutex_unlock(&painting);
  return result;
}

static void report(void) {
  const char *path = getenv("HIGH_WATER");
  FILE *file = path ? fopen(path, "w") : NULL;
  unsigned count = used < MaximalThreads ? used : MaximalThreads;
  pthread_mutex_lock(&painting);
  for (unsigned i = 0; file && i < count; ++i) {
    if (__atomic_load_n(&stacks[i].deepest, __ATOMIC_ACQUIRE) < 0)
      measure(&stacks[i]);
    fprintf(file, "%s %ld\n", stacks[i].kind, stacks[i].deepest);
  }
  pthread_mutex_unlock(&painting);
  if (file)
    fclose(file);
}

struct start {
  void *(*routine)(void *);
  void *argument;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  struct stack *own = paint("thread");
  void *result = start.routine(start.argument);
  if (own)
    measure(own);
  return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  struct start *start = malloc(sizeof *start);
  *start = (struct start){routine, argument};
  return real(thread, attributes, run, start);
}

typedef int main_function(int, char **, char **);
static main_function *real_main;

static int painted_main(int count, char **arguments, char **environment) {
  paint("main");
  atexit(report);
  return real_main(count, arguments, environment);
}

int __libc_start_main(main_function *function, int count, char **arguments, void (*begin)(void), void (*end)(void),
                      void (*end_of_loader)(void), void *stack_end) {
  int (*real)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
      (int (*)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *))dlsym(
          RTLD_NEXT, "__libc_start_main");
  real_main = function;
  return real(painted_main, count, arguments, begin, end, end_of_loader, stack_end);
}
