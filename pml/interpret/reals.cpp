//===- reals.cpp - primitives of reals --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "machine.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace tactus::pml::interpreting {

namespace {

template <typename Real> Real real(Value value) {
  if constexpr (std::is_same_v<Real, float>)
    return value.real32();
  else
    return value.real();
}

int64_t toInteger(double number) {
  constexpr double Limit = 9223372036854775808.0;
  if (!(number >= -Limit && number < Limit))
    throw RaisedByPrimitive{ir::Overflow};
  return static_cast<int64_t>(number);
}

/// As SML writes it: ~ for minus, E without plus and leading zeros.
std::string inStyle(std::string text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '-')
      out += '~';
    else if (text[at] == 'e') {
      out += 'E';
      if (text[at + 1] == '-')
        out += '~';
      at += 2;
      while (at + 1 < text.size() && text[at] == '0')
        ++at;
      out += text.substr(at);
      break;
    } else
      out += text[at];
  }
  return out;
}

std::string print(const char *format, int64_t digits, double number) {
  char small[64];
  int length = std::snprintf(small, sizeof small, format, static_cast<int>(digits), number);
  if (static_cast<size_t>(length) < sizeof small)
    return small;
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, static_cast<int>(digits), number);
  text.pop_back();
  return text;
}

/// The digits of a finite number with so many significant ones, without zeros at the end, and its decimal exponent:
/// 0.d₁d₂… × 10^exponent.
std::pair<std::string, int> decimal(double number, int64_t significant) {
  std::string text = print("%.*e", significant - 1, std::fabs(number));
  size_t e = text.find('e');
  std::string digits = text.substr(0, 1) + (e > 2 ? text.substr(2, e - 2) : "");
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  return {digits, std::atoi(text.c_str() + e + 1) + 1};
}

/// GEN: fixed where the exponent is small, and no digit would be invented; else scientific.
std::string general(double number, int64_t significant) {
  auto [digits, exponent] = decimal(number, significant);
  std::string sign = std::signbit(number) ? "~" : "";
  auto size = static_cast<int>(digits.size());
  if (number == 0)
    return sign + "0.0";
  if (exponent > 0 && exponent <= significant) {
    if (size <= exponent)
      return sign + digits + std::string(static_cast<size_t>(exponent - size), '0') + ".0";
    return sign + digits.substr(0, static_cast<size_t>(exponent)) + "." + digits.substr(static_cast<size_t>(exponent));
  }
  if (exponent <= 0 && exponent > -5)
    return sign + "0." + std::string(static_cast<size_t>(-exponent), '0') + digits;
  std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
  int power = exponent - 1;
  return sign + digits.substr(0, 1) + fraction + "E" + (power < 0 ? "~" : "") + std::to_string(std::abs(power));
}

/// Kinds: 0 SCI, 1 FIX, 2 GEN, 3 EXACT.
template <typename Real> std::string format(int64_t kind, int64_t digits, Real given) {
  double number = given;
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "~inf" : "inf";
  if (kind == 0)
    return inStyle(print("%.*e", digits, number));
  if (kind == 1)
    return inStyle(print("%.*f", digits, number));
  if (kind == 2)
    return general(number, std::min<int64_t>(digits, 40));
  for (int64_t significant = 1;; ++significant) {
    auto [shown, exponent] = decimal(number, significant);
    std::string text = (std::signbit(number) ? "-0." : "0.") + shown + "e" + std::to_string(exponent);
    if (static_cast<Real>(std::strtod(text.c_str(), nullptr)) == given) {
      std::string exact = (std::signbit(number) ? "~0." : "0.") + shown;
      if (number == 0)
        return std::signbit(number) ? "~0.0" : "0.0";
      return exponent == 0 ? exact : exact + "E" + (exponent < 0 ? "~" : "") + std::to_string(std::abs(exponent));
    }
  }
}

template <typename Real> void addArithmetic(HandlerTable &table, const std::string &type) {
#define HANDLER(NAME, RESULT)                                                                                          \
  table.add(type + "_" #NAME, [](Machine &, const Value *a, Value *r) {                                                \
    [[maybe_unused]] Real x = real<Real>(a[0]);                                                                        \
    r[0] = Value::of(RESULT);                                                                                          \
  })
#define Y real<Real>(a[1])
  HANDLER(add, x + Y);
  HANDLER(sub, x - Y);
  HANDLER(mul, x * Y);
  HANDLER(divide, x / Y);
  HANDLER(atan2, std::atan2(x, Y));
  HANDLER(pow, std::pow(x, Y));
  HANDLER(copy_sign, std::copysign(x, Y));
  HANDLER(rem, std::fmod(x, Y));
  HANDLER(next_after, std::nextafter(x, Y));
  HANDLER(neg, -x);
  HANDLER(abs, std::fabs(x));
  HANDLER(sqrt, std::sqrt(x));
  HANDLER(sin, std::sin(x));
  HANDLER(cos, std::cos(x));
  HANDLER(tan, std::tan(x));
  HANDLER(asin, std::asin(x));
  HANDLER(acos, std::acos(x));
  HANDLER(atan, std::atan(x));
  HANDLER(sinh, std::sinh(x));
  HANDLER(cosh, std::cosh(x));
  HANDLER(tanh, std::tanh(x));
  HANDLER(exp, std::exp(x));
  HANDLER(ln, std::log(x));
  HANDLER(log10, std::log10(x));
  HANDLER(floor, std::floor(x));
  HANDLER(ceil, std::ceil(x));
  HANDLER(trunc, std::trunc(x));
  HANDLER(round, std::nearbyint(x));
  HANDLER(fma, std::fma(x, Y, real<Real>(a[2])));
  HANDLER(ldexp, std::ldexp(x, static_cast<int>(std::max<int64_t>(-100000, std::min<int64_t>(100000, a[1].bits)))));
  HANDLER(equal, static_cast<int64_t>(x == Y));
  HANDLER(lt, static_cast<int64_t>(x < Y));
  HANDLER(le, static_cast<int64_t>(x <= Y));
  HANDLER(gt, static_cast<int64_t>(x > Y));
  HANDLER(ge, static_cast<int64_t>(x >= Y));
  HANDLER(sign_bit, static_cast<int64_t>(std::signbit(x)));
  HANDLER(to_real64, static_cast<double>(x));
  HANDLER(to_int64, toInteger(static_cast<double>(x)));
  HANDLER(to_word64_bits, a[0].bits);
  HANDLER(from_word64_bits, a[0].bits);
#undef Y
#undef HANDLER
}

template <typename Real> void addRealConversions(HandlerTable &table, const std::string &type) {
  table.add(type + "_from_real64",
            [](Machine &, const Value *a, Value *r) { r[0] = Value::of(static_cast<Real>(a[0].real())); });
  table.add(type + "_from_int64",
            [](Machine &, const Value *a, Value *r) { r[0] = Value::of(static_cast<Real>(a[0].bits)); });
  table.add(type + "_from_intinf", [](Machine &, const Value *a, Value *r) {
    // GMP rounds to zero; strtod to the nearest.
    std::string digits(mpz_sizeinbase(large(a[0]), 10) + 2, '\0');
    mpz_get_str(digits.data(), 10, large(a[0]));
    r[0] = Value::of(std::is_same_v<Real, float> ? static_cast<Real>(std::strtof(digits.c_str(), nullptr))
                                                 : static_cast<Real>(std::strtod(digits.c_str(), nullptr)));
  });
  table.add(type + "_to_intinf", [](Machine &machine, const Value *a, Value *r) {
    auto number = static_cast<double>(real<Real>(a[0]));
    if (!std::isfinite(number))
      throw RaisedByPrimitive{ir::Overflow};
    r[0] = machine.large();
    mpz_set_d(large(r[0]), number);
  });
  table.add(type + "_frexp", [](Machine &, const Value *a, Value *r) {
    int exponent = 0;
    r[0] = Value::of(std::frexp(real<Real>(a[0]), &exponent));
    r[1] = {exponent};
  });
  table.add(type + "_format", [](Machine &machine, const Value *a, Value *r) {
    r[0] = machine.bytes(format(a[0].bits, a[1].bits, real<Real>(a[2])));
  });
  table.add(type + "_parse", [](Machine &, const Value *a, Value *r) {
    const char *text = a[0].object()->bytes.c_str();
    if constexpr (std::is_same_v<Real, float>)
      r[0] = Value::of(std::strtof(text, nullptr));
    else
      r[0] = Value::of(std::strtod(text, nullptr));
  });
}

} // namespace

void addReals(HandlerTable &table) {
  addArithmetic<float>(table, "real32");
  addArithmetic<double>(table, "real64");
  addRealConversions<float>(table, "real32");
  addRealConversions<double>(table, "real64");
}

} // namespace tactus::pml::interpreting
