/*===- cilk.h - Cilk's keywords -------------------------------------------------===*\
|*
|* Part of Tactus, under the MIT licence. See LICENSE for details.
|*
|* cilk_spawn, cilk_sync, cilk_scope and cilk_for, in C and C++. Compiled by tactus-clang, a spawned call and what
|* follows it, up to the sync, may run at the same time. Any other compiler sees the serial elision: the same program
|* without the keywords. Tactus runs the serial elision as well until a heartbeat's worth of work has paid for a task.
|*
|*     int fib(int n) {
|*       if (n < 2) return n;
|*       int a = cilk_spawn fib(n - 1);
|*       int b = fib(n - 2);
|*       cilk_sync;
|*       return a + b;
|*     }
|*
|* cilk_for is a parallel loop, whose body ends with a sync. `#pragma cilk grainsize` is accepted and has no effect.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TACTUS_CILK_CILK_H
#define TACTUS_CILK_CILK_H

#ifdef __TACTUS_CILK__

/* The plugin puts a word behind the spawned call (compiler/cilk/CilkPlugin.cpp); the compiler's passes know the
 * functions, which exist nowhere. Syncs throw what spawned calls have thrown. */
#ifdef __cplusplus
/* The header may be included in a namespace, as Cilk's own: the plugin closes what is open, and opens it again. */
#define _Cilk_leave_namespaces
#define _Cilk_enter_namespaces
#pragma tactus cilk_leave_namespaces
/* The runtime knows the records as they are without a pragma of the program's. */
#pragma pack(push)
#pragma pack()
extern "C" {
int __tactus_cilk_spawn(void) noexcept;
int __tactus_cilk_scope(void) noexcept;
void __tactus_cilk_scope_end(int *);
void __tactus_cilk_sync(void);
void __tactus_cilk_sync_before_value(void);
}
namespace tactus {
namespace detail {
/* Dies at the end of the statement, after all temporaries of the spawned call. */
struct CilkSpawn {
  int mark;
  ~CilkSpawn();
};
} // namespace detail
} // namespace tactus
#if !defined(_OPENMP) || defined(__cpp_exceptions)
#include "detail/cilk_for.h"
#endif
#pragma pack(pop)
#pragma tactus cilk_enter_namespaces
#define _Cilk_spawn ((void)::tactus::detail::CilkSpawn{__tactus_cilk_spawn()},
#define __TACTUS_CILK_END )
#else
int __tactus_cilk_spawn(void) __attribute__((nothrow));
void __tactus_cilk_spawned(void) __attribute__((nothrow));
int __tactus_cilk_scope(void) __attribute__((nothrow));
void __tactus_cilk_scope_end(int *);
void __tactus_cilk_sync(void);
void __tactus_cilk_for(void) __attribute__((nothrow));
void __tactus_cilk_serial_for(void) __attribute__((nothrow));
/* One statement of the expression and the statement that follows, whether or not that is in an `if` with an `else`. */
#define __TACTUS_CILK_BEFORE(expression)                                                                               \
  switch ((expression), 0)                                                                                             \
  default:
#define _Cilk_spawn ((void)__tactus_cilk_spawn(),
#define __TACTUS_CILK_END ), __tactus_cilk_spawned()
#define __TACTUS_CILK_END_DECLARATION );                                                                               \
  __tactus_cilk_spawned();
#define __TACTUS_CILK_END_NOTHING )
#endif
#define _Cilk_scope
#define __TACTUS_CILK_SCOPE                                                                                            \
  __attribute__((cleanup(__tactus_cilk_scope_end), unused)) int __tactus_scope = __tactus_cilk_scope();

#define cilk_spawn _Pragma("tactus cilk_spawn")
#define cilk_sync __tactus_cilk_sync()
#define cilk_scope _Cilk_scope

#else

#define cilk_spawn
#define cilk_sync ((void)0)
#define cilk_scope

#endif

/* OpenCilk's reducers: an error of the plugin's, and an ordinary variable in the serial elision. */
#define cilk_reducer(...)

/* As an OpenMP loop where that is possible: an exception must not leave an iteration of one. The plugin puts the pragma
 * before the loop. In C it has OpenMP for that where the user has not asked for it, and the mark tells the passes, so
 * that nothing is left to libomp. Else, in C++, the plugin takes the loop apart for a template; in C (-fopenmp-simd)
 * the passes can only say that the loop is serial. */
#if !defined(__TACTUS_CILK__)
#define cilk_for for
#elif defined(_OPENMP) && !(defined(__cplusplus) && defined(__cpp_exceptions))
#define _Cilk_for
#define cilk_for _Pragma("tactus cilk_for")
#elif defined(__TACTUS_CILK_LOOPS__)
#define _Cilk_for
#define cilk_for __TACTUS_CILK_BEFORE(__tactus_cilk_for()) _Pragma("tactus cilk_for")
#elif defined(__cplusplus)
/* The words that the plugin puts between the parts of `(variable = first; condition; step) body`. */
#define _Cilk_for
#define __TACTUS_CILK_FOR_PROBE(variable)                                                                              \
  ::tactus::detail::cilk::runLoop(variable, __FILE__, __func__, __LINE__,                                              \
  [&](::tactus::detail::cilk::LoopProbe<typename ::std::decay<decltype(variable)>::type> &variable) {                  \
    auto __tactus_condition = ::tactus::detail::cilk::asCondition(
#define __TACTUS_CILK_FOR_STEP );
#define __TACTUS_CILK_FOR_BODY(variable)                                                                               \
  ;                                                                                                                    \
  return __tactus_condition;                                                                                           \
  }                                                                                                                    \
  , [&](typename ::std::decay<decltype(variable)>::type variable) {                                                   \
    (void)variable;                                                                                                    \
    for (bool __tactus_once = true; __tactus_once; __tactus_once = false)
#define __TACTUS_CILK_FOR_END                                                                                          \
  })
#define cilk_for _Pragma("tactus cilk_for")
#else
#define cilk_for __TACTUS_CILK_BEFORE(__tactus_cilk_serial_for()) for
#endif

#endif
