//===- atomics.cpp - atomic operations that are calls -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang compiles `atomic` to instructions, or to calls of libatomic. These are for code of icx and for programs that
// call them by hand:
//
//     __kmpc_atomic_TYPE_OPERATION(place, thread, left, right)         *left = *left OP right
//     ..._cpt(..., wantsNew)                                           the same, and returns the old value or the new
//     ..._rev, ..._cpt_rev                                             *left = right OP *left
//     ..._rd, ..._wr, ..._swp                                          read, write, and write returning the old value
//     bool_BYTES_cas, val_BYTES_cas, with or without _cpt              compare and exchange
//
//===----------------------------------------------------------------------===//
#include "libomp/context.h"

#include "os/spin_lock.h"

#include <cstring>
#include <type_traits>

namespace tactus::libomp {

/// For operands that no instruction exchanges, and for __kmpc_atomic_start().
static constinit SpinLock<> atomicLock;

/// What `change` makes of the value replaces it. Returns the old value, or the new one.
template <typename T, typename Change> static T update(T *left, bool wantsNew, Change change) {
  if constexpr (sizeof(T) <= 8) {
    T seen, next;
    __atomic_load(left, &seen, __ATOMIC_SEQ_CST);
    do
      next = change(seen);
    while (!__atomic_compare_exchange(left, &seen, &next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return wantsNew ? next : seen;
  } else {
    Holding held(atomicLock);
    T seen = *left;
    *left = change(seen);
    return wantsNew ? *left : seen;
  }
}

template <typename T> static bool exchangeIf(T *left, T expected, T desired, T &seen) {
  seen = expected;
  return __atomic_compare_exchange_n(left, &seen, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

} // namespace tactus::libomp

using namespace tactus::libomp;

#define OPERATION(type, T, name, expression)                                                                           \
  TACTUS_ENTRY(void, __kmpc_atomic_##type##_##name)(Ident *, int, T *left, T right) {                                  \
    update(left, false, [=](T x) { return static_cast<T>(expression(x, right)); });                                    \
  }                                                                                                                    \
  TACTUS_ENTRY(T, __kmpc_atomic_##type##_##name##_cpt)(Ident *, int, T *left, T right, int wantsNew) {                 \
    return update(left, wantsNew != 0, [=](T x) { return static_cast<T>(expression(x, right)); });                     \
  }
#define REVERSIBLE(type, T, name, expression)                                                                          \
  OPERATION(type, T, name, expression)                                                                                 \
  TACTUS_ENTRY(void, __kmpc_atomic_##type##_##name##_rev)(Ident *, int, T *left, T right) {                            \
    update(left, false, [=](T x) { return static_cast<T>(expression(right, x)); });                                    \
  }                                                                                                                    \
  TACTUS_ENTRY(T, __kmpc_atomic_##type##_##name##_cpt_rev)(Ident *, int, T *left, T right, int wantsNew) {             \
    return update(left, wantsNew != 0, [=](T x) { return static_cast<T>(expression(right, x)); });                     \
  }
#define ACCESSES(type, T)                                                                                              \
  TACTUS_ENTRY(T, __kmpc_atomic_##type##_rd)(Ident *, int, T *place) {                                                 \
    return update(place, false, [](T x) { return x; });                                                                \
  }                                                                                                                    \
  TACTUS_ENTRY(void, __kmpc_atomic_##type##_wr)(Ident *, int, T *place, T value) {                                     \
    update(place, false, [=](T) { return value; });                                                                    \
  }                                                                                                                    \
  TACTUS_ENTRY(T, __kmpc_atomic_##type##_swp)(Ident *, int, T *place, T value) {                                       \
    return update(place, false, [=](T) { return value; });                                                             \
  }

#define ADD(x, y) ((x) + (y))
#define SUB(x, y) ((x) - (y))
#define MUL(x, y) ((x) * (y))
#define DIV(x, y) ((x) / (y))
#define MIN(x, y) ((y) < (x) ? (y) : (x))
#define MAX(x, y) ((x) < (y) ? (y) : (x))
#define ANDB(x, y) ((x) & (y))
#define ORB(x, y) ((x) | (y))
#define XOR(x, y) ((x) ^ (y))
#define EQV(x, y) ((x) ^ ~(y))
#define ANDL(x, y) ((x) && (y))
#define ORL(x, y) ((x) || (y))
#define SHL(x, y) ((x) << (y))
#define SHR(x, y) ((x) >> (y))

#define ARITHMETIC(type, T)                                                                                            \
  ACCESSES(type, T)                                                                                                    \
  OPERATION(type, T, add, ADD)                                                                                         \
  OPERATION(type, T, mul, MUL)                                                                                         \
  OPERATION(type, T, min, MIN)                                                                                         \
  OPERATION(type, T, max, MAX)                                                                                         \
  REVERSIBLE(type, T, sub, SUB)                                                                                        \
  REVERSIBLE(type, T, div, DIV)
#define WHOLE(type, T)                                                                                                 \
  ARITHMETIC(type, T)                                                                                                  \
  OPERATION(type, T, andb, ANDB)                                                                                       \
  OPERATION(type, T, orb, ORB)                                                                                         \
  OPERATION(type, T, xor, XOR)                                                                                         \
  OPERATION(type, T, neqv, XOR)                                                                                        \
  OPERATION(type, T, eqv, EQV)                                                                                         \
  OPERATION(type, T, andl, ANDL)                                                                                       \
  OPERATION(type, T, orl, ORL)                                                                                         \
  REVERSIBLE(type, T, shl, SHL)                                                                                        \
  REVERSIBLE(type, T, shr, SHR)                                                                                        \
  REVERSIBLE(type##u, std::make_unsigned_t<T>, div, DIV)                                                               \
  REVERSIBLE(type##u, std::make_unsigned_t<T>, shr, SHR)

WHOLE(fixed1, int8_t)
WHOLE(fixed2, int16_t)
WHOLE(fixed4, int32_t)
WHOLE(fixed8, int64_t)
ARITHMETIC(float4, float)
ARITHMETIC(float8, double)
ARITHMETIC(float10, long double)

#define EXCHANGE(bytes, T)                                                                                             \
  TACTUS_ENTRY(bool, __kmpc_atomic_bool_##bytes##_cas)(Ident *, int, T *left, T expected, T desired) {                 \
    T seen;                                                                                                            \
    return exchangeIf(left, expected, desired, seen);                                                                  \
  }                                                                                                                    \
  TACTUS_ENTRY(T, __kmpc_atomic_val_##bytes##_cas)(Ident *, int, T *left, T expected, T desired) {                     \
    T seen;                                                                                                            \
    exchangeIf(left, expected, desired, seen);                                                                         \
    return seen;                                                                                                       \
  }                                                                                                                    \
  TACTUS_ENTRY(bool, __kmpc_atomic_bool_##bytes##_cas_cpt)(Ident *, int, T *left, T expected, T desired, T *found) {   \
    T seen;                                                                                                            \
    bool isExchanged = exchangeIf(left, expected, desired, seen);                                                      \
    if (!isExchanged)                                                                                                  \
      *found = seen;                                                                                                   \
    return isExchanged;                                                                                                \
  }                                                                                                                    \
  TACTUS_ENTRY(T, __kmpc_atomic_val_##bytes##_cas_cpt)(Ident *, int, T *left, T expected, T desired, T *found) {       \
    T seen;                                                                                                            \
    bool isExchanged = exchangeIf(left, expected, desired, seen);                                                      \
    *found = isExchanged ? desired : seen;                                                                             \
    return seen;                                                                                                       \
  }

EXCHANGE(1, int8_t)
EXCHANGE(2, int16_t)
EXCHANGE(4, int32_t)
EXCHANGE(8, int64_t)

TACTUS_ENTRY(void, __kmpc_atomic_start)() { atomicLock.lock(); }
TACTUS_ENTRY(void, __kmpc_atomic_end)() { atomicLock.unlock(); }
