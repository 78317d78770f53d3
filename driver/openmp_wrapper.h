/*===- openmp_wrapper.h - OpenMP's questions in objects of other compilers -----===//

  Part of Tactus, under the MIT licence. See LICENSE for details.

  The plugin redirects OpenMP's functions in what it compiles (compiler/ir/OpenMPFunctions.h). Objects and archives
of other compilers that are linked together with such code may ask as well, inside of its converted loops. For them the
  driver links with --wrap=NAME for each function of abi/openmp_functions.def: the linker then takes __wrap_NAME for
  NAME, and __real_NAME is what the program has been linked to. Unlike a definition of NAME this depends on no order of
  libraries, and is invisible to shared objects.

  CMake makes one file of each function in either language, so that a program refers to no more of OpenMP than it uses:

      #define OPENMP_SUFFIX _          (Fortran; empty in C)
      #include "openmp_wrapper.h"
      OPENMP_QUERY(omp_get_thread_num, Identity)

  Such an object may have regions of its own, of another runtime than libomp (GCC's). Inside of these that runtime
  answers.

//===----------------------------------------------------------------------===*/
#ifndef TACTUS_DRIVER_OPENMP_WRAPPER_H
#define TACTUS_DRIVER_OPENMP_WRAPPER_H

#include <stddef.h>

/* Of libtactus: is the calling thread in a region, begun inside of a strand of ours, of the runtime whose
   omp_get_level() this is, and not of libomp? */
int tactus_in_foreign_region(int (*level)(void));

int __real_omp_get_level(void);

#define JOIN_NAME(name, suffix) __wrap_##name##suffix
#define WRAPPED_NAME(name, suffix) JOIN_NAME(name, suffix)
#define WRAPPED(name) WRAPPED_NAME(name, OPENMP_SUFFIX)

/* Fortran passes numbers by reference. */
#ifdef OPENMP_FORTRAN
#define NUMBER const int *
#define VALUE(number) (*(number))
#else
#define NUMBER int
#define VALUE(number) (number)
#endif

#define OPENMP_QUERY(name, kind)                                                                                       \
  int __real_##name(void);                                                                                             \
  int tactus_##name(int (*next)(void));                                                                                \
  int WRAPPED(name)(void);                                                                                             \
  int WRAPPED(name)(void) {                                                                                            \
    return tactus_in_foreign_region(__real_omp_get_level) ? __real_##name() : tactus_##name(__real_##name);            \
  }

#define OPENMP_QUERY_OF_LEVEL(name, kind)                                                                              \
  int __real_##name(int level);                                                                                        \
  int tactus_##name(int level, int (*next)(int));                                                                      \
  int WRAPPED(name)(NUMBER level);                                                                                     \
  int WRAPPED(name)(NUMBER level) {                                                                                    \
    return tactus_in_foreign_region(__real_omp_get_level) ? __real_##name(VALUE(level))                                \
                                                          : tactus_##name(VALUE(level), __real_##name);                \
  }

#define OPENMP_SETTER(name)                                                                                            \
  void __real_##name(int value);                                                                                       \
  void tactus_##name(int value, void (*next)(int));                                                                    \
  void WRAPPED(name)(NUMBER value);                                                                                    \
  void WRAPPED(name)(NUMBER value) {                                                                                   \
    if (tactus_in_foreign_region(__real_omp_get_level))                                                                \
      __real_##name(VALUE(value));                                                                                     \
    else                                                                                                               \
      tactus_##name(VALUE(value), __real_##name);                                                                      \
  }

#define OPENMP_SCHEDULE_SETTER(name)                                                                                   \
  void __real_##name(int kind, int chunk);                                                                             \
  void tactus_##name(int kind, int chunk, void (*next)(int, int));                                                     \
  void WRAPPED(name)(NUMBER kind, NUMBER chunk);                                                                       \
  void WRAPPED(name)(NUMBER kind, NUMBER chunk) {                                                                      \
    if (tactus_in_foreign_region(__real_omp_get_level))                                                                \
      __real_##name(VALUE(kind), VALUE(chunk));                                                                        \
    else                                                                                                               \
      tactus_##name(VALUE(kind), VALUE(chunk), __real_##name);                                                         \
  }

#define OPENMP_SCHEDULE_QUERY(name)                                                                                    \
  void __real_##name(int *kind, int *chunk);                                                                           \
  void tactus_##name(int *kind, int *chunk, void (*next)(int *, int *));                                               \
  void WRAPPED(name)(int *kind, int *chunk);                                                                           \
  void WRAPPED(name)(int *kind, int *chunk) {                                                                          \
    if (tactus_in_foreign_region(__real_omp_get_level))                                                                \
      __real_##name(kind, chunk);                                                                                      \
    else                                                                                                               \
      tactus_##name(kind, chunk, __real_##name);                                                                       \
  }

#define OPENMP_PAUSE(name)                                                                                             \
  int __real_##name(int kind, int device);                                                                             \
  int tactus_##name(int kind, int device, int (*next)(int, int));                                                      \
  int WRAPPED(name)(NUMBER kind, NUMBER device);                                                                       \
  int WRAPPED(name)(NUMBER kind, NUMBER device) {                                                                      \
    return tactus_in_foreign_region(__real_omp_get_level) ? __real_##name(VALUE(kind), VALUE(device))                  \
                                                          : tactus_##name(VALUE(kind), VALUE(device), __real_##name);  \
  }

#define OPENMP_C_CAPTURE(name)                                                                                         \
  size_t __real_##name(char *buffer, size_t size, const char *format);                                                 \
  size_t tactus_##name(char *buffer, size_t size, const char *format, size_t (*next)(char *, size_t, const char *));   \
  size_t WRAPPED(name)(char *buffer, size_t size, const char *format);                                                 \
  size_t WRAPPED(name)(char *buffer, size_t size, const char *format) {                                                \
    return tactus_in_foreign_region(__real_omp_get_level) ? __real_##name(buffer, size, format)                        \
                                                          : tactus_##name(buffer, size, format, __real_##name);        \
  }

#define OPENMP_C_DISPLAY(name)                                                                                         \
  void __real_##name(const char *format);                                                                              \
  void tactus_##name(const char *format, void (*next)(const char *));                                                  \
  void WRAPPED(name)(const char *format);                                                                              \
  void WRAPPED(name)(const char *format) {                                                                             \
    if (tactus_in_foreign_region(__real_omp_get_level))                                                                \
      __real_##name(format);                                                                                           \
    else                                                                                                               \
      tactus_##name(format, __real_##name);                                                                            \
  }

/* What waits for tasks, which may be our strand's (abi/openmp_waits.def). */
void tactus_task_wait_outside(void);
#define OPENMP_WAIT(type, name, when, parameters, arguments)                                                           \
  type __real_##name parameters;                                                                                       \
  type __wrap_##name parameters;                                                                                       \
  type __wrap_##name parameters {                                                                                      \
    if (when)                                                                                                          \
      tactus_task_wait_outside();                                                                                      \
    return __real_##name arguments;                                                                                    \
  }

/* Of code that plain clang has compiled. */
#define OPENMP_REDUCTION_COPY(name)                                                                                    \
  void *__real___##name(int thread, void *group, void *address);                                                       \
  void *tactus_##name(int thread, void *group, void *address, void *(*next)(int, void *, void *));                     \
  void *__wrap___##name(int thread, void *group, void *address);                                                       \
  void *__wrap___##name(int thread, void *group, void *address) {                                                      \
    return tactus_##name(thread, group, address, __real___##name);                                                     \
  }

#endif /* TACTUS_DRIVER_OPENMP_WRAPPER_H */
