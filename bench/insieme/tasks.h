/*===- tasks.h - a task, the wait for a function's tasks, and the cut-off -----------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* Compiled with CUT_OFF, a program has the Barcelona suite's manual cut-off: its recursive functions exist twice, and
|* below the cut-off the version without tasks runs. (A condition beside each task would not do: clang asks for the
|* thread's number at the entry of every function that has a task, whether or not one is created.) So a program with
|* CUT_OFF includes itself, which is what its first lines are for:
|*
|*     #ifndef BELOW
|*     ...                                once
|*     #ifdef CUT_OFF
|*     #define BELOW
|*     #define fib fib_below
|*     #include "fib.c"
|*     #undef fib
|*     #undef BELOW
|*     #endif
|*     #endif
|*     #include "tasks.h"                 for either version anew
|*
|*     static int64_t fib(int n) {
|*       CUT(n > CutOff, return fib_below(n))
|*
\*===----------------------------------------------------------------------===*/
#undef TASK
#undef TASK_WAIT
#undef CUT

#define PRAGMA(text) _Pragma(#text)
#ifdef BELOW
#define TASK(clauses, statement) statement
#define TASK_WAIT
#else
#define TASK(clauses, statement)                                                                                       \
  do {                                                                                                                 \
    PRAGMA(omp task clauses)                                                                                           \
    statement;                                                                                                         \
  } while (0)
#define TASK_WAIT PRAGMA(omp taskwait)
#endif

/* What is to happen instead of all that follows, where it is not `worth` tasks. */
#if defined(CUT_OFF) && !defined(BELOW)
#define CUT(worth, instead)                                                                                            \
  if (!(worth)) {                                                                                                      \
    instead;                                                                                                           \
  }
#else
#define CUT(worth, instead)
#endif
