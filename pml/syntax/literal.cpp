//===- literal.cpp - special constants -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "literal.h"

#include <bit>
#include <cstdio>

namespace tactus::pml {

namespace {

std::string escape(const std::string &bytes) {
  std::string out;
  for (char byte : bytes) {
    auto code = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\')
      (out += '\\') += byte;
    else if (byte == '\n')
      out += "\\n";
    else if (byte == '\t')
      out += "\\t";
    else if (code < 32 || code == 127) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "\\%03u", code);
      out += digits;
    } else
      out += byte;
  }
  return out;
}

/// A magnitude in decimal if it has at most 64 bits, else in hexadecimal.
std::string showMagnitude(const std::string &hexadecimal) {
  return hexadecimal.size() > 16 ? "0x" + hexadecimal : std::to_string(std::stoull(hexadecimal, nullptr, 16));
}

unsigned digitValue(char digit) { return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

} // namespace

std::string show(const Literal &literal) {
  switch (literal.kind) {
  case Literal::Kind::Integer:
    return (literal.isNegative ? "~" : "") + showMagnitude(literal.value);
  case Literal::Kind::Word:
    return "0w" + (literal.value.size() > 16 ? "x" + literal.value : showMagnitude(literal.value));
  case Literal::Kind::Real:
    return literal.value;
  case Literal::Kind::Character:
    return "#\"" + escape(literal.value) + "\"";
  case Literal::Kind::String:
    return "\"" + escape(literal.value) + "\"";
  }
  return "";
}

bool fits(const Literal &literal, unsigned bits) {
  const std::string &digits = literal.value;
  if (digits == "0")
    return true;
  size_t length = (digits.size() - 1) * 4 + static_cast<size_t>(std::bit_width(digitValue(digits[0])));
  if (literal.kind == Literal::Kind::Word || length < bits)
    return length <= bits;
  // The least integer is the only one that takes all bits for its magnitude: a power of two.
  bool isPowerOfTwo =
      std::has_single_bit(digitValue(digits[0])) && digits.find_first_not_of('0', 1) == std::string::npos;
  return length == bits && literal.isNegative && isPowerOfTwo;
}

} // namespace tactus::pml
