// What cannot be executed thread by thread from barrier to barrier, and so needs threads: barriers that are not seen,
// what is thread-local, locks that may be held across a barrier, turns, ways out of a barrier, and copies at one.
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not='runs in phases'
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_team_phases
// CHECK: tactus_team_fork
int omp_get_thread_num(void);
void omp_set_nest_lock(void *);
int *__errno_location(void) __attribute__((const));
extern void (*other)(int);
extern _Thread_local int local;
static int lock;
static int recursive(int depth, int *x) {
  if (depth == 0)
    return x[omp_get_thread_num()];
#pragma omp barrier
  return recursive(depth - 1, x) + 1;
}
#define REGION(name, body)                                                                                             \
  void name(int *x, int n) {                                                                                           \
    _Pragma("omp parallel") {                                                                                          \
      x[omp_get_thread_num()]++;                                                                                       \
      _Pragma("omp barrier") body;                                                                                     \
    }                                                                                                                  \
  }
// REMARK-COUNT-9: remark: parallel region runs as strands:
REGION(unseen, other(n))
REGION(barrierInRecursion, x[n] += recursive(n, x))
REGION(threadLocal, local = n)
REGION(lastError, x[*__errno_location()]++)
REGION(nestedLock, omp_set_nest_lock(x))
REGION(spinLock, while (__atomic_exchange_n(&lock, 1, 2)); __atomic_store_n(&lock, 0, 3))
REGION(signal, while (!__atomic_load_n(&x[n], 2)))
REGION(inOrder, _Pragma("omp for ordered") for (int i = 0; i < n; i++) { _Pragma("omp ordered") x[n] += i; })
REGION(ofVariableLength, int own[n]; own[0] = omp_get_thread_num(); _Pragma("omp barrier") x[own[0]] = 1)
