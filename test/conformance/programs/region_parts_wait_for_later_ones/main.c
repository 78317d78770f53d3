// NEEDS-OPENMP
//
// Without a barrier between them, different threads of a team are at different parts of a region at the same time, and
// one may wait for what another does. One strand that executed the parts one after the other would wait for ever. What
// waits is in this file, in another one, or is the system.
#include "flags.h"
#include <stdio.h>
#include <unistd.h>

static void spin(int *flag) {
  int is_set;
  do {
#pragma omp atomic read
    is_set = *flag;
  } while (!is_set);
}
static void stop(int *flag) {
#pragma omp atomic write
  *flag = 1;
}
static void receive(int *pipe) {
  char byte;
  while (read(pipe[0], &byte, 1) != 1)
    ;
}
static void send(int *pipe) {
  while (write(pipe[1], "x", 1) != 1)
    ;
}

#define PRAGMA(text) _Pragma(#text)
#define OMP(...) PRAGMA(omp __VA_ARGS__)

/// Each form of two parts, of which the first waits for the second.
#define FORMS(NAME, TYPE, WAIT, SET)                                                                                   \
  static int NAME(void) {                                                                                              \
    int done = 0;                                                                                                      \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(single nowait) WAIT;                                                                                       \
        OMP(single nowait) SET;                                                                                        \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(master) WAIT;                                                                                              \
        OMP(single) SET;                                                                                               \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2))                                                                                     \
      for (int turn = 0; turn < 2; turn++) {                                                                           \
        OMP(single nowait) {                                                                                           \
          if (turn == 0)                                                                                               \
            WAIT;                                                                                                      \
          else                                                                                                         \
            SET;                                                                                                       \
        }                                                                                                              \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(single nowait) WAIT;                                                                                       \
        OMP(single) { OMP(task) SET; }                                                                                 \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(master) WAIT;                                                                                              \
        OMP(for schedule(dynamic, 1)) for (int i = 0; i < 4; i++) if (i == 2) SET;                                     \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(for schedule(dynamic, 1) nowait) for (int i = 0; i < 1; i++) WAIT;                                         \
        OMP(single) SET;                                                                                               \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(for schedule(dynamic, 1) nowait) for (int i = 0; i < 1; i++) WAIT;                                         \
        OMP(for schedule(dynamic, 1)) for (int i = 0; i < 1; i++) SET;                                                 \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    {                                                                                                                  \
      TYPE;                                                                                                            \
      OMP(parallel num_threads(2)) {                                                                                   \
        OMP(sections nowait) { OMP(section) WAIT; }                                                                    \
        OMP(single) SET;                                                                                               \
      }                                                                                                                \
      done++;                                                                                                          \
    }                                                                                                                  \
    return done;                                                                                                       \
  }

FORMS(in_file, int flag = 0, spin(&flag), stop(&flag))
FORMS(in_other_file, int flag = 0, wait_for(&flag), set(&flag))
FORMS(in_system, int ends[2]; if (pipe(ends) != 0) return -1, receive(ends), send(ends))

int main(void) {
  printf("%d ", in_file());
  printf("%d ", in_other_file());
  printf("%d\n", in_system());
  return 0;
}
