//===- large_integers.cpp - integers without bounds -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A small intinf is in its word (object.h), and compiled code does most of what small ones need. Any other is a
// sequence of limbs, the lowest first and the highest not 0; its sign is the constructor in its header. GMP computes.
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
#include <limits>

namespace tactus::pml {

namespace {

constexpr uint64_t IntegerHeader = sequenceHeader(NumberSequence, 8), NegativeBit = 1 << 8;

constexpr int64_t MostSmall = (int64_t{1} << (SmallBits - 1)) - 1, LeastSmall = -MostSmall - 1;

Object *makeTagged(int64_t value) {
  return reinterpret_cast<Object *>(static_cast<uint64_t>(value) << 1 | SmallBit); // NOLINT(performance-no-int-to-ptr)
}

Object *makeInteger(const uint64_t *limbs, uint64_t count, bool isNegative) {
  while (count > 0 && limbs[count - 1] == 0)
    --count;
  uint64_t magnitude = count ? limbs[0] : 0;
  if (count <= 1 && magnitude <= static_cast<uint64_t>(MostSmall) + isNegative)
    return makeTagged(static_cast<int64_t>(isNegative ? -magnitude : magnitude));
  Object *integer = allocateSequence(count, IntegerHeader | (isNegative ? NegativeBit : 0));
  memcpy(integer->elements(), limbs, 8 * count);
  return integer;
}

Object *makeSmall(__int128 value) {
  if (value >= LeastSmall && value <= MostSmall)
    return makeTagged(static_cast<int64_t>(value));
  bool isNegative = value < 0;
  auto magnitude = static_cast<unsigned __int128>(isNegative ? -value : value);
  uint64_t limbs[2] = {static_cast<uint64_t>(magnitude), static_cast<uint64_t>(magnitude >> 64)};
  return makeInteger(limbs, 2, isNegative);
}

bool isSmall(const Object *integer) { return reinterpret_cast<uint64_t>(integer) & SmallBit; }
int64_t smallValue(const Object *integer) { return reinterpret_cast<int64_t>(integer) >> 1; }
bool isNegative(const Object *integer) {
  return isSmall(integer) ? smallValue(integer) < 0 : integer->constructor() != 0;
}
bool isZero(const Object *integer) { return integer == makeTagged(0); }
mp_size_t limbsOf(const Object *integer) {
  return isSmall(integer) ? !isZero(integer) : static_cast<mp_size_t>(integer->length());
}

/// A number of GMP's that reads the object's limbs in place; valid until the next allocation.
class View {
public:
  explicit View(const Object *integer)
      : limb(isSmall(integer) ? magnitudeOf(smallValue(integer)) : 0),
        number MPZ_ROINIT_N(const_cast<mp_limb_t *>(limbsIn(integer)), sizeOf(integer)) {}
  View(const View &) = delete;
  View &operator=(const View &) = delete;
  operator mpz_srcptr() const { return number; }

private:
  mp_limb_t limb;
  mpz_t number;

  static mp_limb_t magnitudeOf(int64_t value) { return static_cast<mp_limb_t>(value < 0 ? -value : value); }
  const mp_limb_t *limbsIn(const Object *integer) const {
    return isSmall(integer) ? &limb : static_cast<const mp_limb_t *>(integer->elements());
  }
  static int sizeOf(const Object *integer) {
    auto count = static_cast<int>(limbsOf(integer));
    return isNegative(integer) ? -count : count;
  }
};

/// A result. One that is known to have few limbs is computed without memory of the C library's: GMP takes more only for
/// what does not fit.
class Number {
public:
  Number() { mpz_init(number); }
  explicit Number(mp_size_t mostLimbs) {
    if (mostLimbs > Few)
      mpz_init(number);
    else
      *number = {Few, 0, few};
  }
  ~Number() {
    if (number->_mp_d != few)
      mpz_clear(number);
  }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  operator mpz_ptr() { return number; }
  Object *object() const { return makeInteger(mpz_limbs_read(number), mpz_size(number), mpz_sgn(number) < 0); }

private:
  static constexpr int Few = 64;
  mpz_t number;
  mp_limb_t few[Few];
};

template <typename Compute> Object *compute(const Object *left, const Object *right, Compute computeInto) {
  // No operation needs more room than the product does, but for carries.
  constexpr mp_size_t Carries = 3;
  Number result(limbsOf(left) + limbsOf(right) + Carries);
  computeInto(static_cast<mpz_ptr>(result), View(left), View(right));
  return result.object();
}

int order(const Object *left, const Object *right) {
  if (isSmall(left) && isSmall(right)) {
    int64_t a = smallValue(left), b = smallValue(right);
    return a < b ? -1 : a > b;
  }
  return mpz_cmp(View(left), View(right));
}

bool raisesDiv(const Object *divisor) {
  if (!isZero(divisor))
    return false;
  raisePredefined(RaiseDiv);
  return true;
}

/// Results of more bits than this are refused, before GMP ends the program.
constexpr uint64_t MostBits = uint64_t{1} << 36;

uint64_t bitsOf(const Object *integer) { return isZero(integer) ? 0 : mpz_sizeinbase(View(integer), 2); }

/// Exact, or infinite. Programs without functions of libm need no libm for it.
template <typename Real> Real timesPowerOfTwo(Real value, uint64_t exponent) {
  constexpr uint64_t Most = 32;
  while (exponent > 0 && value < std::numeric_limits<Real>::infinity()) {
    uint64_t step = std::min(exponent, Most);
    value *= static_cast<Real>(uint64_t{1} << step);
    exponent -= step;
  }
  return value;
}

/// GMP rounds to zero. Of what lies below the highest 64 bits it only matters whether there is anything.
template <typename Real> Real nearest(const Object *integer) {
  if (isSmall(integer))
    return static_cast<Real>(smallValue(integer));
  constexpr uint64_t Kept = 64;
  uint64_t bits = bitsOf(integer), dropped = bits > Kept ? bits - Kept : 0;
  Number high;
  mpz_tdiv_q_2exp(high, View(integer), dropped);
  uint64_t kept = mpz_get_ui(high);
  if (dropped && mpz_scan1(View(integer), 0) < dropped)
    kept |= 1;
  Real magnitude = timesPowerOfTwo(static_cast<Real>(kept), dropped);
  return isNegative(integer) ? -magnitude : magnitude;
}

} // namespace

} // namespace tactus::pml

using namespace tactus::pml;

#define ARITHMETIC(NAME, FUNCTION)                                                                                     \
  Object *pml_intinf_##NAME(Object *left, Object *right) {                                                             \
    PML_SAFEPOINT();                                                                                                   \
    return compute(left, right, FUNCTION);                                                                             \
  }

#define DIVISION(NAME, FUNCTION)                                                                                       \
  Object *pml_intinf_##NAME(Object *left, Object *right) {                                                             \
    PML_SAFEPOINT();                                                                                                   \
    return raisesDiv(right) ? right : compute(left, right, FUNCTION);                                                  \
  }

#define COMPARISON(NAME, OPERATOR)                                                                                     \
  uint8_t pml_intinf_##NAME(const Object *left, const Object *right) { return order(left, right) OPERATOR 0; }

extern "C" {

ARITHMETIC(add, mpz_add)
ARITHMETIC(sub, mpz_sub)
ARITHMETIC(mul, mpz_mul)
ARITHMETIC(andb, mpz_and)
ARITHMETIC(orb, mpz_ior)
ARITHMETIC(xorb, mpz_xor)
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
  Number result(limbsOf(integer) + 1);
  mpz_neg(result, View(integer));
  return result.object();
}

Object *pml_intinf_abs(Object *integer) { return isNegative(integer) ? pml_intinf_neg(integer) : integer; }

Object *pml_intinf_notb(Object *integer) {
  PML_SAFEPOINT();
  Number result(limbsOf(integer) + 1);
  mpz_com(result, View(integer));
  return result.object();
}

Object *pml_intinf_shl(Object *integer, uint64_t amount) {
  PML_SAFEPOINT();
  if (isZero(integer))
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
  Number result(limbsOf(integer) + 1);
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
    constexpr int64_t Most = INT64_MAX >> (64 - N), Least = -Most - 1;                                                 \
    if (View number(integer); mpz_fits_slong_p(number))                                                                \
      if (int64_t value = mpz_get_si(number); value >= Least && value <= Most)                                         \
        return static_cast<INT>(value);                                                                                \
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
    uint64_t low = mpz_get_ui(View(integer));                                                                          \
    return static_cast<WORD>(isNegative(integer) ? -low : low);                                                        \
  }
CONVERSIONS_OF_WORD(8, uint8_t, int8_t)
CONVERSIONS_OF_WORD(16, uint16_t, int16_t)
CONVERSIONS_OF_WORD(32, uint32_t, int32_t)
CONVERSIONS_OF_WORD(64, uint64_t, int64_t)
}
