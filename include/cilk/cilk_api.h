/*===- cilk_api.h - questions to the Cilk runtime ----------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* The functions of OpenCilk's and Cilk Plus' header of this name, as far as they have a meaning here. Pedigrees have
|* none: what is latent has no place in a tree of tasks. In programs that are not linked with libtactus there is one
|* worker.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_CILK_API_H
#define TACTUS_CILK_CILK_API_H

#include "../tactus/reducer.h"

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

unsigned tactus_worker_count(void) TACTUS_REDUCER_ENTRY;
unsigned tactus_worker_number(void) TACTUS_REDUCER_ENTRY;

/* What __cilkrts_set_param() returns. */
enum {
  __CILKRTS_SET_PARAM_SUCCESS = 0,
  __CILKRTS_SET_PARAM_UNIMP = 1,
  __CILKRTS_SET_PARAM_XRANGE = 2,
  __CILKRTS_SET_PARAM_INVALID = 3,
  __CILKRTS_SET_PARAM_LATE = 4
};

static inline unsigned __cilkrts_get_nworkers(void) {
#ifndef __TACTUS_FORKS__
  if (!tactus_worker_count)
    return 1;
#endif
  return tactus_worker_count();
}
static inline unsigned __cilkrts_get_total_workers(void) { return __cilkrts_get_nworkers(); }

/* The number of the worker that runs the calling strand, below __cilkrts_get_nworkers(). It may be another behind every
 * spawn, sync and loop. */
static inline unsigned __cilkrts_get_worker_number(void) {
#ifndef __TACTUS_FORKS__
  if (!tactus_worker_number)
    return 0;
#endif
  return tactus_worker_number();
}

/* Does the calling strand run as a task? What is latent does not. */
static inline int __cilkrts_running_on_workers(void) {
#ifndef __TACTUS_FORKS__
  if (!tactus_reducer_find)
    return 0;
#endif
  return tactus_current_views != NULL;
}

/* Libtactus is ready when the program begins, and ends with the process. */
static inline int __cilkrts_is_initialized(void) { return 1; }
static inline void __cilkrts_init(void) {}
static inline void __cilkrts_end_cilk(void) {}
static inline int __cilkrts_atinit(void (*callback)(void)) {
  callback();
  return 0;
}
static inline int __cilkrts_atexit(void (*callback)(void)) { return atexit(callback); }

/* The number of workers is TACTUS_WORKERS' and cannot be changed by the program: asking for the number that there is
 * succeeds, asking for another comes too late. */
static inline int __cilkrts_set_param(const char *name, const char *value) {
  const char *known = "nworkers";
  char *end;
  long number;
  while (*known && *known == *name) {
    ++known;
    ++name;
  }
  if (*known || *name)
    return __CILKRTS_SET_PARAM_UNIMP;
  number = strtol(value, &end, 0);
  if (end == value || *end)
    return __CILKRTS_SET_PARAM_INVALID;
  if (number < 1)
    return __CILKRTS_SET_PARAM_XRANGE;
  return (unsigned long)number == __cilkrts_get_nworkers() ? __CILKRTS_SET_PARAM_SUCCESS : __CILKRTS_SET_PARAM_LATE;
}

#ifdef __cplusplus
}
#endif

#endif
