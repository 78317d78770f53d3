//===- large_integers.cpp - integers without bounds -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An intinf is a sequence of limbs, the lowest first and the highest not 0; zero has none. Its sign is the constructor
// in its header. GMP computes; what fits into one limb is done here.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"
#include "pml/runtime/strings.h"
#include "pml/runtime/world.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gmp.h>

namespace tactus::pml {

namespace {

constexpr uint64_t IntegerHeader = sequenceHeader(NumberSequence, 8), NegativeBit = 1 << 8;

Object *makeInteger(const uint64_t *limbs, uint64_t count, bool isNegative) {
  while (count > 0 && limbs[count - 1] == 0)
    --count;
  Object *integer = allocateSequence(count, IntegerHeader | (isNegative && count ? NegativeBit : 0));
  if (count)
    memcpy(integer->elements(), limbs, 8 * count);
  return integer;
}

Object *makeSmall(__int128 value) {
  bool isNegative = value < 0;
  auto magnitude = static_cast<unsigned __int128>(isNegative ? -value : value);
  uint64_t limbs[2] = {static_cast<uint64_t>(magnitude), static_cast<uint64_t>(magnitude >> 64)};
  return makeInteger(limbs, 2, isNegative);
}

bool isSmall(const Object *integer) { return integer->length() <= 1; }
bool isNegative(const Object *integer) { return integer->constructor() != 0; }

__int128 smallValue(const Object *integer) {
  __int128 magnitude = integer->length() ? integer->words[1] : 0;
  return isNegative(integer) ? -magnitude : magnitude;
}

/// A number of GMP's that reads the object's limbs in place; valid until the next allocation.
class View {
public:
  explicit View(const Object *integer) {
    auto count = static_cast<mp_size_t>(integer->length());
    mpz_roinit_n(number, reinterpret_cast<const mp_limb_t *>(integer->elements()),
                 isNegative(integer) ? -count : count);
  }
  operator mpz_srcptr() const { return number; }

private:
  mpz_t number;
};

class Number {
public:
  Number() { mpz_init(number); }
  ~Number() { mpz_clear(number); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  operator mpz_ptr() { return number; }
  Object *object() const { return makeInteger(mpz_limbs_read(number), mpz_size(number), mpz_sgn(number) < 0); }

private:
  mpz_t number;
};

template <typename Compute> Object *compute(const Object *left, const Object *right, Compute computeInto) {
  Number result;
  computeInto(static_cast<mpz_ptr>(result), View(left), View(right));
  return result.object();
}

int order(const Object *left, const Object *right) {
  if (isSmall(left) && isSmall(right)) {
    __int128 a = smallValue(left), b = smallValue(right);
    return a < b ? -1 : a > b;
  }
  return mpz_cmp(View(left), View(right));
}

/// Raises Div.
bool isZero(const Object *divisor) {
  if (divisor->length() > 0)
    return false;
  raisePredefined(RaiseDiv);
  return true;
}

/// Results of more bits than this are refused, before GMP ends the program.
constexpr uint64_t MostBits = uint64_t{1} << 36;

uint64_t bitsOf(const Object *integer) { return integer->length() ? mpz_sizeinbase(View(integer), 2) : 0; }

/// GMP rounds to zero. Of what lies below the highest 64 bits it only matters whether there is anything.
template <typename Real> Real nearest(const Object *integer) {
  constexpr uint64_t Kept = 64, MostExponent = 100000;
  uint64_t bits = bitsOf(integer), dropped = bits > Kept ? bits - Kept : 0;
  Number high;
  mpz_tdiv_q_2exp(high, View(integer), dropped);
  uint64_t kept = mpz_get_ui(high);
  if (dropped && mpz_scan1(View(integer), 0) < dropped)
    kept |= 1;
  Real magnitude = std::ldexp(static_cast<Real>(kept), static_cast<int>(std::min(dropped, MostExponent)));
  return isNegative(integer) ? -magnitude : magnitude;
}

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

#define SMALL_OR(OPERATOR, FUNCTION)                                                                                   \
  PML_SAFEPOINT();                                                                                                     \
  if (isSmall(left) && isSmall(right))                                                                                 \
    return makeSmall(smallValue(left) OPERATOR smallValue(right));                                                     \
  return compute(left, right, FUNCTION);

#define LOGICAL(NAME, FUNCTION)                                                                                        \
  Object *pml_intinf_##NAME(Object *left, Object *right) {                                                             \
    PML_SAFEPOINT();                                                                                                   \
    return compute(left, right, FUNCTION);                                                                             \
  }

#define DIVISION(NAME, FUNCTION)                                                                                       \
  Object *pml_intinf_##NAME(Object *left, Object *right) {                                                             \
    PML_SAFEPOINT();                                                                                                   \
    return isZero(right) ? right : compute(left, right, FUNCTION);                                                     \
  }

#define COMPARISON(NAME, OPERATOR)                                                                                     \
  uint8_t pml_intinf_##NAME(const Object *left, const Object *right) { return order(left, right) OPERATOR 0; }

extern "C" {

Object *pml_intinf_add(Object *left, Object *right){SMALL_OR(+, mpz_add)} Object *pml_intinf_sub(Object *left,
                                                                                                 Object *right){
    SMALL_OR(-, mpz_sub)} Object *pml_intinf_mul(Object *left, Object *right) {
  PML_SAFEPOINT();
  // The product of two limbs may need the 128th bit, which is the sign's.
  __int128 product;
  if (isSmall(left) && isSmall(right) && !__builtin_mul_overflow(smallValue(left), smallValue(right), &product))
    return makeSmall(product);
  return compute(left, right, mpz_mul);
}
LOGICAL(andb, mpz_and)
LOGICAL(orb, mpz_ior)
LOGICAL(xorb, mpz_xor)
DIVISION(div, mpz_fdiv_q)
DIVISION(mod, mpz_fdiv_r)
DIVISION(quot, mpz_tdiv_q)
DIVISION(rem, mpz_tdiv_r)
COMPARISON(eq, ==)
COMPARISON(lt, <)
COMPARISON(le, <=)
COMPARISON(gt, >)
COMPARISON(ge, >=)

Object *pml_intinf_neg(Object *integer) {
  PML_SAFEPOINT();
  Number result;
  mpz_neg(result, View(integer));
  return result.object();
}

Object *pml_intinf_abs(Object *integer) { return isNegative(integer) ? pml_intinf_neg(integer) : integer; }

Object *pml_intinf_notb(Object *integer) {
  PML_SAFEPOINT();
  Number result;
  mpz_com(result, View(integer));
  return result.object();
}

Object *pml_intinf_shl(Object *integer, uint64_t amount) {
  PML_SAFEPOINT();
  if (integer->length() == 0)
    return integer;
  if (amount > MostBits || bitsOf(integer) + amount > MostBits) {
    raisePredefined(RaiseSize);
    return integer;
  }
  Number result;
  mpz_mul_2exp(result, View(integer), amount);
  return result.object();
}

Object *pml_intinf_sar(Object *integer, uint64_t amount) {
  PML_SAFEPOINT();
  Number result;
  mpz_fdiv_q_2exp(result, View(integer), amount);
  return result.object();
}

int64_t pml_intinf_log2(const Object *integer) { return static_cast<int64_t>(bitsOf(integer)) - 1; }

Object *pml_intinf_pow(Object *base, int64_t power) {
  PML_SAFEPOINT();
  unsigned __int128 bits = static_cast<unsigned __int128>(bitsOf(base)) * static_cast<uint64_t>(power);
  if (bitsOf(base) > 1 && bits > MostBits) {
    raisePredefined(RaiseSize);
    return base;
  }
  Number result;
  mpz_pow_ui(result, View(base), static_cast<unsigned long>(power));
  return result.object();
}

Object *pml_intinf_to_string(Object *integer) {
  PML_SAFEPOINT();
  char *text = mpz_get_str(nullptr, 10, View(integer));
  if (text[0] == '-')
    text[0] = '~';
  Object *result = makeString(text, strlen(text));
  void (*release)(void *, size_t);
  mp_get_memory_functions(nullptr, nullptr, &release);
  release(text, strlen(text) + 1);
  return result;
}

Object *pml_intinf_from_string(Object *string) {
  PML_SAFEPOINT();
  uint64_t length = string->length();
  auto *text = static_cast<char *>(malloc(length + 1));
  if (!text)
    endWithoutMemory(length);
  memcpy(text, string->chars(), length);
  text[length] = 0;
  bool isNegative = text[0] == '~';
  bool isNumber = length > isNegative;
  for (uint64_t i = isNegative; i < length; ++i)
    isNumber &= text[i] >= '0' && text[i] <= '9';
  Number result;
  if (isNumber)
    mpz_set_str(result, text + isNegative, 10);
  else
    raisePredefined(RaiseOverflow);
  free(text);
  if (isNegative)
    mpz_neg(result, result);
  return result.object();
}

#define CONVERSIONS_OF_REAL(N, REAL)                                                                                   \
  REAL pml_real##N##_from_intinf(const Object *integer) { return nearest<REAL>(integer); }                             \
  Object *pml_real##N##_to_intinf(REAL number) {                                                                       \
    PML_SAFEPOINT();                                                                                                   \
    if (!std::isfinite(number)) {                                                                                      \
      raisePredefined(RaiseOverflow);                                                                                  \
      return makeSmall(0);                                                                                             \
    }                                                                                                                  \
    Number result;                                                                                                     \
    mpz_set_d(result, static_cast<double>(number));                                                                    \
    return result.object();                                                                                            \
  }
CONVERSIONS_OF_REAL(32, float)
CONVERSIONS_OF_REAL(64, double)

#define CONVERSIONS_OF_INT(N, INT)                                                                                     \
  Object *pml_int##N##_to_intinf(INT number) {                                                                         \
    PML_SAFEPOINT();                                                                                                   \
    return makeSmall(number);                                                                                          \
  }                                                                                                                    \
  INT pml_int##N##_from_intinf(const Object *integer) {                                                                \
    __int128 value = isSmall(integer) ? smallValue(integer) : __int128{1} << 100;                                      \
    constexpr __int128 Least = -(__int128{1} << (N - 1)), Most = -(Least + 1);                                         \
    if (value >= Least && value <= Most)                                                                               \
      return static_cast<INT>(value);                                                                                  \
    raisePredefined(RaiseOverflow);                                                                                    \
    return 0;                                                                                                          \
  }
CONVERSIONS_OF_INT(8, int8_t)
CONVERSIONS_OF_INT(16, int16_t)
CONVERSIONS_OF_INT(32, int32_t)
CONVERSIONS_OF_INT(63, int64_t)
CONVERSIONS_OF_INT(64, int64_t)

#define CONVERSIONS_OF_WORD(N, WORD, INT)                                                                              \
  Object *pml_word##N##_to_intinf(WORD number) {                                                                       \
    PML_SAFEPOINT();                                                                                                   \
    return makeSmall(number);                                                                                          \
  }                                                                                                                    \
  Object *pml_word##N##_to_intinf_signed(INT number) {                                                                 \
    PML_SAFEPOINT();                                                                                                   \
    return makeSmall(number);                                                                                          \
  }                                                                                                                    \
  /* Two's complement. */                                                                                              \
  WORD pml_word##N##_from_intinf(const Object *integer) {                                                              \
    uint64_t low = integer->length() ? integer->words[1] : 0;                                                          \
    return static_cast<WORD>(isNegative(integer) ? -low : low);                                                        \
  }
CONVERSIONS_OF_WORD(8, uint8_t, int8_t)
CONVERSIONS_OF_WORD(16, uint16_t, int16_t)
CONVERSIONS_OF_WORD(32, uint32_t, int32_t)
CONVERSIONS_OF_WORD(64, uint64_t, int64_t)
}
