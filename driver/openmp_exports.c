//===- openmp_exports.c - OpenMP's questions from shared libraries of other compilers ----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A converted loop may call a shared library that another compiler has built, and that asks for its thread. It binds to
// the first definition among the libraries of the process, which in a program linked with -fopenmp is libomp's; and
// libomp knows nothing of our strands. So such an executable defines the functions of abi/openmp_functions.def
// itself and exports them. Whatever would have bound to the first definition among the libraries binds to these, and
// outside of our strands they pass every question on to exactly that definition: RTLD_NEXT, seen from the executable.
//
// Programs that other compilers link have them by `pkg-config --libs tactus-openmp` or CMake's Tactus::openmp, together
// with the OpenMP runtime of their compiler (TACTUS_ANY_OPENMP).
//
// The definitions are weak: a program may have its own. Shared objects do not get them, because what comes after a
// shared object is not what its callers would have bound to; they, and static programs, have the wrappers of
// openmp_wrapper.h.
//
//===----------------------------------------------------------------------===//
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#define EXPORTED __attribute__((visibility("default"), weak))

/// See openmp_wrapper.h.
int tactus_in_foreign_region(int (*level)(void));

// Keeps a runtime among the program's libraries. Without one there is no next definition, while libraries that are
// loaded later bring theirs and bind to ours.
#ifdef TACTUS_ANY_OPENMP
/// What GCC's runtime has and libomp, too.
void GOMP_barrier(void);
__attribute__((used)) static void (*const linkedRuntime)(void) = GOMP_barrier;
#else
/// What only libomp has.
int __kmpc_global_num_threads(void *location);
__attribute__((used)) static int (*const linkedRuntime)(void *) = __kmpc_global_num_threads;
#endif

/// The definition that comes next. Relaxed is enough: an address and nothing behind it; two threads that look find the
/// same.
static void *findNext(_Atomic(void *) *found, const char *name) {
  void *next = atomic_load_explicit(found, memory_order_relaxed);
  if (!next) {
    next = dlsym(RTLD_NEXT, name);
    atomic_store_explicit(found, next, memory_order_relaxed);
  }
  return next;
}

/// The same for what libomp alone has. Its caller may be a library that has been loaded with a libomp of its own, in a
/// program of GCC's runtime.
static void *findOfLibomp(_Atomic(void *) *found, const char *name) {
  static const char *const names[] = {"libomp.so.5", "libomp.so", "libiomp5.so"};
  void *next = findNext(found, name);
  for (size_t index = 0; !next && index < sizeof names / sizeof *names; ++index) {
    void *library = dlopen(names[index], RTLD_LAZY | RTLD_NOLOAD);
    if (library)
      next = dlsym(library, name);
    atomic_store_explicit(found, next, memory_order_relaxed);
  }
  return next;
}

/// The function `next` of this type, and what answers: it, or libtactus.
#define FIND_NEXT(name, type)                                                                                          \
  static _Atomic(void *) found, foundLevel;                                                                            \
  type next = (type)findNext(&found, #name);                                                                           \
  int isForeign = next && tactus_in_foreign_region((int (*)(void))findNext(&foundLevel, "omp_get_level"))

// Fortran passes numbers by reference.
#define OPENMP_QUERY(name, kind)                                                                                       \
  typedef int (*name##_type)(void);                                                                                    \
  int tactus_##name(name##_type);                                                                                      \
  EXPORTED int name(void) {                                                                                            \
    FIND_NEXT(name, name##_type);                                                                                      \
    return isForeign ? next() : tactus_##name(next);                                                                   \
  }                                                                                                                    \
  EXPORTED int name##_(void) { return name(); }

#define OPENMP_QUERY_OF_LEVEL(name, kind)                                                                              \
  typedef int (*name##_type)(int);                                                                                     \
  int tactus_##name(int, name##_type);                                                                                 \
  EXPORTED int name(int level) {                                                                                       \
    FIND_NEXT(name, name##_type);                                                                                      \
    return isForeign ? next(level) : tactus_##name(level, next);                                                       \
  }                                                                                                                    \
  EXPORTED int name##_(const int *level) { return name(*level); }

#define OPENMP_SETTER(name)                                                                                            \
  typedef void (*name##_type)(int);                                                                                    \
  void tactus_##name(int, name##_type);                                                                                \
  EXPORTED void name(int value) {                                                                                      \
    FIND_NEXT(name, name##_type);                                                                                      \
    if (isForeign)                                                                                                     \
      next(value);                                                                                                     \
    else                                                                                                               \
      tactus_##name(value, next);                                                                                      \
  }                                                                                                                    \
  EXPORTED void name##_(const int *value) { name(*value); }

#define OPENMP_SCHEDULE_SETTER(name)                                                                                   \
  typedef void (*name##_type)(int, int);                                                                               \
  void tactus_##name(int, int, name##_type);                                                                           \
  EXPORTED void name(int kind, int chunk) {                                                                            \
    FIND_NEXT(name, name##_type);                                                                                      \
    if (isForeign)                                                                                                     \
      next(kind, chunk);                                                                                               \
    else                                                                                                               \
      tactus_##name(kind, chunk, next);                                                                                \
  }                                                                                                                    \
  EXPORTED void name##_(const int *kind, const int *chunk) { name(*kind, *chunk); }

#define OPENMP_SCHEDULE_QUERY(name)                                                                                    \
  typedef void (*name##_type)(int *, int *);                                                                           \
  void tactus_##name(int *, int *, name##_type);                                                                       \
  EXPORTED void name(int *kind, int *chunk) {                                                                          \
    FIND_NEXT(name, name##_type);                                                                                      \
    if (isForeign)                                                                                                     \
      next(kind, chunk);                                                                                               \
    else                                                                                                               \
      tactus_##name(kind, chunk, next);                                                                                \
  }                                                                                                                    \
  EXPORTED void name##_(int *kind, int *chunk) { name(kind, chunk); }

#define OPENMP_PAUSE(name)                                                                                             \
  typedef int (*name##_type)(int, int);                                                                                \
  int tactus_##name(int, int, name##_type);                                                                            \
  EXPORTED int name(int kind, int device) {                                                                            \
    FIND_NEXT(name, name##_type);                                                                                      \
    return isForeign ? next(kind, device) : tactus_##name(kind, device, next);                                         \
  }                                                                                                                    \
  EXPORTED int name##_(const int *kind, const int *device) { return name(*kind, *device); }

#define OPENMP_C_CAPTURE(name)                                                                                         \
  typedef size_t (*name##_type)(char *, size_t, const char *);                                                         \
  size_t tactus_##name(char *, size_t, const char *, name##_type);                                                     \
  EXPORTED size_t name(char *buffer, size_t size, const char *format) {                                                \
    FIND_NEXT(name, name##_type);                                                                                      \
    return isForeign ? next(buffer, size, format) : tactus_##name(buffer, size, format, next);                         \
  }

#define OPENMP_C_DISPLAY(name)                                                                                         \
  typedef void (*name##_type)(const char *);                                                                           \
  void tactus_##name(const char *, name##_type);                                                                       \
  EXPORTED void name(const char *format) {                                                                             \
    FIND_NEXT(name, name##_type);                                                                                      \
    if (isForeign)                                                                                                     \
      next(format);                                                                                                    \
    else                                                                                                               \
      tactus_##name(format, next);                                                                                     \
  }

#include "abi/openmp_functions.def"

/// Of kmp.h: tasks of libraries that plain clang has compiled may take part in a reduction of ours.
void *tactus_kmpc_task_reduction_get_th_data(int, void *, void *, void *(*)(int, void *, void *));
EXPORTED void *__kmpc_task_reduction_get_th_data(int thread, void *group, void *address) {
  static _Atomic(void *) found;
  return tactus_kmpc_task_reduction_get_th_data(
      thread, group, address,
      (void *(*)(int, void *, void *))findOfLibomp(&found, "__kmpc_task_reduction_get_th_data"));
}

/// What waits for tasks, which may be our strand's.
void tactus_task_wait_outside(void);
#define OPENMP_WAIT(type, name, when, parameters, arguments)                                                           \
  EXPORTED type name parameters {                                                                                      \
    typedef type(*Next) parameters;                                                                                    \
    static _Atomic(void *) found;                                                                                      \
    Next next = (Next)findOfLibomp(&found, #name);                                                                     \
    if (when)                                                                                                          \
      tactus_task_wait_outside();                                                                                      \
    return next arguments;                                                                                             \
  }
#include "abi/openmp_waits.def"
