/*===- gomp_wrapper.h - constructs of GCC's objects in regions of strands -----===//

  Part of Tactus, under the MIT licence. See LICENSE for details.

  A function that GCC has compiled may have constructs that bind to the region of its caller: a barrier, a loop. Where
  libtactus runs that region, they ask for its team; elsewhere, and inside of regions that begin in between, libomp
answers as before. CMake makes one file of each function of abi/gomp_functions.def, in two ways: wrapped, as in
openmp_wrapper.h, and for executables with a shared OpenMP runtime exported, as in openmp_exports.c (GOMP_EXPORTED).

      #include "gomp_wrapper.h"
      GOMP_BARRIER(GOMP_barrier)

  GCC's loops end in front of `end`, libomp's with their last iteration.

//===----------------------------------------------------------------------===*/
#ifndef TACTUS_DRIVER_GOMP_WRAPPER_H
#define TACTUS_DRIVER_GOMP_WRAPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of libtactus (abi/openmp.h). */
int tactus_binds_to_team(int (*level)(void));
void tactus_refuse_construct(const char *name) __attribute__((noreturn));
void tactus_team_barrier(void *ident, int32_t thread);
int32_t tactus_team_single(void *ident, int32_t thread);
void tactus_team_copyprivate(void *ident, int32_t thread, size_t size, void *data, void (*copy)(void *, void *),
                             int32_t isIt);
void tactus_team_dispatch_init_8(void *, int32_t, int32_t schedule, int64_t first, int64_t last, int64_t step,
                                 int64_t chunk);
void tactus_team_dispatch_init_8u(void *, int32_t, int32_t schedule, uint64_t first, uint64_t last, int64_t step,
                                  int64_t chunk);
int32_t tactus_team_dispatch_next_8(void *, int32_t, int32_t *isLast, int64_t *first, int64_t *last, int64_t *step);
int32_t tactus_team_dispatch_next_8u(void *, int32_t, int32_t *isLast, uint64_t *first, uint64_t *last, int64_t *step);
void tactus_team_dispatch_deinit(void *, int32_t);

#ifdef GOMP_EXPORTED
#include <dlfcn.h>
#include <stdatomic.h>

/* The definition that comes next. Relaxed is enough: an address and nothing behind it. */
static inline void *findNext(_Atomic(void *) *found, const char *name) {
  void *next = atomic_load_explicit(found, memory_order_relaxed);
  if (!next) {
    next = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(found, next, memory_order_relaxed);
  }
  return next;
}

#define GOMP_FUNCTION(type, name, parameters, arguments)                                                               \
  type name parameters;                                                                                                \
  __attribute__((visibility("default"), weak)) type name parameters {                                                  \
    static _Atomic(void *) found, foundLevel;                                                                          \
    typedef type(*Next) parameters;                                                                                    \
    if (!tactus_binds_to_team((int (*)(void))findNext(&foundLevel, "omp_get_level")))                                  \
      return ((Next)findNext(&found, #name))arguments;
#else
int __real_omp_get_level(void);

#define GOMP_FUNCTION(type, name, parameters, arguments)                                                               \
  type __real_##name parameters;                                                                                       \
  type __wrap_##name parameters;                                                                                       \
  type __wrap_##name parameters {                                                                                      \
    if (!tactus_binds_to_team(__real_omp_get_level))                                                                   \
      return __real_##name arguments;
#endif

#define GOMP_BARRIER(name)                                                                                             \
  GOMP_FUNCTION(void, name, (void), ())                                                                                \
  tactus_team_barrier(NULL, 0);                                                                                        \
  }
#define GOMP_SINGLE(name)                                                                                              \
  GOMP_FUNCTION(bool, name, (void), ())                                                                                \
  return tactus_team_single(NULL, 0);                                                                                  \
  }

/* The one that runs the construct has null, the others wait for what it hands over at its end. */
static inline void copyPointer(void *to, void *from) { *(void **)to = *(void **)from; }
#define GOMP_COPY_START(name)                                                                                          \
  GOMP_FUNCTION(void *, name, (void), ())                                                                              \
  void *data = NULL;                                                                                                   \
  if (!tactus_team_single(NULL, 0))                                                                                    \
    tactus_team_copyprivate(NULL, 0, sizeof data, &data, copyPointer, 0);                                              \
  return data;                                                                                                         \
  }
#define GOMP_COPY_END(name)                                                                                            \
  GOMP_FUNCTION(void, name, (void *data), (data))                                                                      \
  tactus_team_copyprivate(NULL, 0, sizeof data, &data, copyPointer, 1);                                                \
  }

/* Sections are counted from 1; 0 says that there is no further one. */
static inline unsigned nextSection(void) {
  int64_t first, last;
  return tactus_team_dispatch_next_8(NULL, 0, NULL, &first, &last, NULL) ? (unsigned)first : 0;
}
/* Dynamic and ordered (kmp_ord_dynamic_chunked): chunks of other loops may be larger than asked for. */
#define GOMP_SECTIONS_START(name)                                                                                      \
  GOMP_FUNCTION(unsigned, name, (unsigned count), (count))                                                             \
  tactus_team_dispatch_init_8(NULL, 0, 67, 1, count, 1, 1);                                                            \
  return nextSection();                                                                                                \
  }
#define GOMP_SECTIONS_NEXT(name)                                                                                       \
  GOMP_FUNCTION(unsigned, name, (void), ())                                                                            \
  return nextSection();                                                                                                \
  }
#define GOMP_END(name)                                                                                                 \
  GOMP_FUNCTION(void, name, (void), ())                                                                                \
  tactus_team_dispatch_deinit(NULL, 0);                                                                                \
  tactus_team_barrier(NULL, 0);                                                                                        \
  }
#define GOMP_END_NOWAIT(name)                                                                                          \
  GOMP_FUNCTION(void, name, (void), ())                                                                                \
  tactus_team_dispatch_deinit(NULL, 0);                                                                                \
  }

static inline bool nextChunk(long *begin, long *end) {
  int64_t first, last, step;
  if (!tactus_team_dispatch_next_8(NULL, 0, NULL, &first, &last, &step))
    return false;
  *begin = first;
  *end = last + (step > 0 ? 1 : -1);
  return true;
}
#define GOMP_LOOP_NEXT(name)                                                                                           \
  GOMP_FUNCTION(bool, name, (long *begin, long *end), (begin, end))                                                    \
  return nextChunk(begin, end);                                                                                        \
  }
#define GOMP_LOOP_BEGINS(schedule, chunk)                                                                              \
  tactus_team_dispatch_init_8(NULL, 0, schedule, start, end + (step > 0 ? -1 : 1), step, chunk);                       \
  return nextChunk(first, behind);                                                                                     \
  }
#define GOMP_LOOP_START(name, schedule)                                                                                \
  GOMP_FUNCTION(bool, name, (long start, long end, long step, long chunk, long *first, long *behind),                  \
                (start, end, step, chunk, first, behind))                                                              \
  GOMP_LOOP_BEGINS(schedule, chunk)
#define GOMP_RUNTIME_LOOP_START(name, schedule)                                                                        \
  GOMP_FUNCTION(bool, name, (long start, long end, long step, long *first, long *behind),                              \
                (start, end, step, first, behind))                                                                     \
  GOMP_LOOP_BEGINS(schedule, 0)

typedef unsigned long long Unsigned;
static inline bool nextUnsignedChunk(Unsigned *begin, Unsigned *end) {
  uint64_t first, last;
  int64_t step;
  if (!tactus_team_dispatch_next_8u(NULL, 0, NULL, &first, &last, &step))
    return false;
  *begin = first;
  *end = step > 0 ? last + 1 : last - 1;
  return true;
}
#define GOMP_UNSIGNED_LOOP_NEXT(name)                                                                                  \
  GOMP_FUNCTION(bool, name, (Unsigned * begin, Unsigned * end), (begin, end))                                          \
  return nextUnsignedChunk(begin, end);                                                                                \
  }
#define GOMP_UNSIGNED_LOOP_BEGINS(schedule, chunk)                                                                     \
  if (up ? start < end : start > end)                                                                                  \
    tactus_team_dispatch_init_8u(NULL, 0, schedule, start, up ? end - 1 : end + 1, (int64_t)step, (int64_t)(chunk));   \
  else                                                                                                                 \
    tactus_team_dispatch_init_8u(NULL, 0, schedule, 1, 0, 1, 1);                                                       \
  return nextUnsignedChunk(first, behind);                                                                             \
  }
#define GOMP_UNSIGNED_LOOP_START(name, schedule)                                                                       \
  GOMP_FUNCTION(                                                                                                       \
      bool, name,                                                                                                      \
      (bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned chunk, Unsigned *first, Unsigned *behind),       \
      (up, start, end, step, chunk, first, behind))                                                                    \
  GOMP_UNSIGNED_LOOP_BEGINS(schedule, chunk)
#define GOMP_UNSIGNED_RUNTIME_LOOP_START(name, schedule)                                                               \
  GOMP_FUNCTION(bool, name, (bool up, Unsigned start, Unsigned end, Unsigned step, Unsigned *first, Unsigned *behind), \
                (up, start, end, step, first, behind))                                                                 \
  GOMP_UNSIGNED_LOOP_BEGINS(schedule, 0)

/* None has more arguments, and all are numbers or pointers: those that it lacks are words above the caller's. */
#define GOMP_REFUSED(name)                                                                                             \
  GOMP_FUNCTION(long, name, (long a, long b, long c, long d, long e, long f, long g, long h, long i, long j),          \
                (a, b, c, d, e, f, g, h, i, j))                                                                        \
  tactus_refuse_construct(#name);                                                                                      \
  }

#endif
