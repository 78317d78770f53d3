//===- reals.cpp - the text of reals ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/heap.h"
#include "pml/runtime/world.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tactus::pml;

namespace {

/// SML's minus sign, and exponents without a plus or zeros in front. In place.
size_t inStyle(char *text) {
  char *to = text;
  bool isExponent = false, isFirstDigit = false;
  for (const char *from = text; *from; ++from) {
    if (*from == 'e') {
      *to++ = 'E';
      isExponent = isFirstDigit = true;
    } else if (*from == '-') {
      *to++ = '~';
    } else if (*from == '+' || (isExponent && isFirstDigit && *from == '0' && from[1])) {
      continue;
    } else {
      *to++ = *from;
      isFirstDigit = false;
    }
  }
  *to = 0;
  return static_cast<size_t>(to - text);
}

/// The significant digits without zeros at the end, of 0.d₁d₂… × 10^exponent.
int decimalDigits(double number, int significant, char *digits) {
  char text[64];
  snprintf(text, sizeof text, "%.*e", significant - 1, fabs(number));
  char *to = digits;
  const char *from = text;
  for (; *from != 'e'; ++from)
    if (*from != '.')
      *to++ = *from;
  while (to > digits + 1 && to[-1] == '0')
    --to;
  *to = 0;
  return atoi(from + 1) + 1;
}

constexpr int MostSignificant = 40;
constexpr char FortyZeros[] = "0000000000000000000000000000000000000000";

/// GEN: fixed where the exponent is small, and no digit would be invented; else scientific.
size_t general(double number, int significant, char *text, size_t room) {
  char digits[64];
  int exponent = decimalDigits(number, significant, digits);
  int count = static_cast<int>(strlen(digits));
  const char *sign = std::signbit(number) ? "~" : "";
  int length;
  if (number == 0)
    length = snprintf(text, room, "%s0.0", sign);
  else if (exponent > 0 && exponent <= significant && count <= exponent)
    length = snprintf(text, room, "%s%s%.*s.0", sign, digits, exponent - count, FortyZeros);
  else if (exponent > 0 && exponent <= significant)
    length = snprintf(text, room, "%s%.*s.%s", sign, exponent, digits, digits + exponent);
  else if (exponent <= 0 && exponent > -5)
    length = snprintf(text, room, "%s0.%.*s%s", sign, -exponent, "0000", digits);
  else
    length = snprintf(text, room, "%s%c%s%sE%s%d", sign, digits[0], count > 1 ? "." : "", digits + 1,
                      exponent < 1 ? "~" : "", abs(exponent - 1));
  return static_cast<size_t>(length);
}

/// EXACT: the shortest digits that are read as this number again.
template <typename Real> size_t exact(Real number, char *text, size_t room) {
  const char *sign = std::signbit(number) ? "~" : "";
  if (number == 0)
    return static_cast<size_t>(snprintf(text, room, "%s0.0", sign));
  char digits[64], back[96];
  int exponent = 0;
  for (int significant = 1; significant <= 17; ++significant) {
    exponent = decimalDigits(static_cast<double>(number), significant, digits);
    snprintf(back, sizeof back, "0.%se%d", digits, exponent);
    if (static_cast<Real>(strtod(back, nullptr)) == std::fabs(number))
      break;
  }
  int length = exponent == 0
                   ? snprintf(text, room, "%s0.%s", sign, digits)
                   : snprintf(text, room, "%s0.%sE%s%d", sign, digits, exponent < 0 ? "~" : "", abs(exponent));
  return static_cast<size_t>(length);
}

enum Format : int64_t { Scientific = 0, Fixed = 1, General = 2, Exact = 3 };

template <typename Real> Object *format(int64_t kind, int64_t digits, Real number) {
  if (std::isnan(number))
    return makeString("nan", 3);
  if (std::isinf(number))
    return number < 0 ? makeString("~inf", 4) : makeString("inf", 3);
  char small[512];
  auto wanted = static_cast<int>(digits < 1000000 ? digits : 1000000);
  if (kind == General)
    return makeString(small, general(static_cast<double>(number), wanted < MostSignificant ? wanted : MostSignificant,
                                     small, sizeof small));
  if (kind == Exact)
    return makeString(small, exact(number, small, sizeof small));
  const char *pattern = kind == Scientific ? "%.*e" : "%.*f";
  int length = snprintf(nullptr, 0, pattern, wanted, static_cast<double>(number));
  auto *text = static_cast<char *>(malloc(static_cast<size_t>(length) + 1));
  if (!text)
    endWithoutMemory(static_cast<uint64_t>(length));
  snprintf(text, static_cast<size_t>(length) + 1, pattern, wanted, static_cast<double>(number));
  Object *result = makeString(text, inStyle(text));
  free(text);
  return result;
}

} // namespace

extern "C" Object *pml_real32_format(int64_t kind, int64_t digits, float number) {
  PML_SAFEPOINT();
  return format(kind, digits, number);
}
extern "C" Object *pml_real64_format(int64_t kind, int64_t digits, double number) {
  PML_SAFEPOINT();
  return format(kind, digits, number);
}

/// The Basis has looked at the text: it is what strtod reads, with whatever behind it, so it needs an end.
template <typename Real> static Real parse(const Object *text, Real (*read)(const char *, char **)) {
  char small[256];
  uint64_t length = text->length();
  char *copy = length < sizeof small ? small : static_cast<char *>(malloc(length + 1));
  if (!copy)
    endWithoutMemory(length);
  memcpy(copy, text->chars(), length);
  copy[length] = 0;
  Real number = read(copy, nullptr);
  if (copy != small)
    free(copy);
  return number;
}

extern "C" double pml_real64_parse(const Object *text) { return parse<double>(text, strtod); }
extern "C" float pml_real32_parse(const Object *text) { return parse<float>(text, strtof); }
