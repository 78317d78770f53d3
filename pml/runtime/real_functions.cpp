//===- real_functions.cpp - functions of reals ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All that needs libm, in a file of its own: programs that use none of it are linked without.
//
//===----------------------------------------------------------------------===//
#include <cmath>
#include <cstdint>

#define FUNCTIONS_OF_REAL(N, REAL)                                                                                     \
  extern "C" REAL pml_real##N##_atan2(REAL a, REAL b) { return std::atan2(a, b); }                                     \
  extern "C" REAL pml_real##N##_pow(REAL a, REAL b) { return std::pow(a, b); }                                         \
  extern "C" REAL pml_real##N##_rem(REAL a, REAL b) { return std::fmod(a, b); }                                        \
  extern "C" REAL pml_real##N##_next_after(REAL a, REAL b) { return std::nextafter(a, b); }                            \
  extern "C" REAL pml_real##N##_sin(REAL a) { return std::sin(a); }                                                    \
  extern "C" REAL pml_real##N##_cos(REAL a) { return std::cos(a); }                                                    \
  extern "C" REAL pml_real##N##_tan(REAL a) { return std::tan(a); }                                                    \
  extern "C" REAL pml_real##N##_asin(REAL a) { return std::asin(a); }                                                  \
  extern "C" REAL pml_real##N##_acos(REAL a) { return std::acos(a); }                                                  \
  extern "C" REAL pml_real##N##_atan(REAL a) { return std::atan(a); }                                                  \
  extern "C" REAL pml_real##N##_sinh(REAL a) { return std::sinh(a); }                                                  \
  extern "C" REAL pml_real##N##_cosh(REAL a) { return std::cosh(a); }                                                  \
  extern "C" REAL pml_real##N##_tanh(REAL a) { return std::tanh(a); }                                                  \
  extern "C" REAL pml_real##N##_exp(REAL a) { return std::exp(a); }                                                    \
  extern "C" REAL pml_real##N##_ln(REAL a) { return std::log(a); }                                                     \
  extern "C" REAL pml_real##N##_log10(REAL a) { return std::log10(a); }                                                \
  extern "C" REAL pml_real##N##_frexp(REAL a, int64_t *exponent) {                                                     \
    int found = 0;                                                                                                     \
    REAL mantissa = std::frexp(a, &found);                                                                             \
    *exponent = found;                                                                                                 \
    return mantissa;                                                                                                   \
  }                                                                                                                    \
  extern "C" REAL pml_real##N##_ldexp(REAL a, int64_t exponent) {                                                      \
    constexpr int64_t Most = 100000;                                                                                   \
    return std::ldexp(a, static_cast<int>(exponent > Most ? Most : exponent < -Most ? -Most : exponent));              \
  }

FUNCTIONS_OF_REAL(32, float)
FUNCTIONS_OF_REAL(64, double)
