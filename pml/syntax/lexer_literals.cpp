//===- lexer_literals.cpp - numbers, characters and strings ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lexer_internal.h"

#include <algorithm>
#include <cstdio>
#include <ranges>

namespace tactus::pml::syntax {

namespace {

/// A conversion to another base takes quadratic time.
constexpr size_t LongestNumber = 20000;

bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

/// The value of a digit, or the base if it is none.
unsigned digitOf(char byte, unsigned base) {
  unsigned value = isDigit(byte)                ? static_cast<unsigned>(byte - '0')
                   : byte >= 'a' && byte <= 'f' ? static_cast<unsigned>(byte - 'a' + 10)
                   : byte >= 'A' && byte <= 'F' ? static_cast<unsigned>(byte - 'A' + 10)
                                                : base;
  return std::min(value, base);
}

std::string withoutLeadingZeros(std::string digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

std::string hexadecimalOfDecimal(std::string_view digits) {
  std::vector<uint32_t> limbs; // the least first
  for (char digit : digits) {
    uint64_t carry = static_cast<uint64_t>(digit - '0');
    for (uint32_t &limb : limbs) {
      carry += uint64_t{limb} * 10;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry > 0)
      limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string out = "0";
  for (uint32_t limb : std::views::reverse(limbs)) {
    char part[9];
    std::snprintf(part, sizeof part, "%08x", limb);
    out += part;
  }
  return withoutLeadingZeros(std::move(out));
}

} // namespace

void Lexer::lexNumber() {
  size_t begin = at;
  bool isNegative = peek() == '~';
  at += isNegative;
  Literal::Kind kind = Literal::Kind::Integer;
  size_t prefix = 0;
  bool isHexadecimal = false;
  if (peek() == '0' && peek(1) == 'w' && !isNegative) {
    kind = Literal::Kind::Word;
    isHexadecimal = peek(2) == 'x';
    prefix = isHexadecimal ? 3 : 2;
  } else if (peek() == '0' && peek(1) == 'x') {
    isHexadecimal = true;
    prefix = 2;
  }
  // `0w` and `0x` before anything but a digit are the number zero and a name.
  if (digitOf(peek(prefix), isHexadecimal ? 16 : 10) == (isHexadecimal ? 16u : 10u)) {
    prefix = 0;
    kind = Literal::Kind::Integer;
    isHexadecimal = false;
  }
  at += prefix;
  size_t digits = at;
  while (digitOf(peek(), isHexadecimal ? 16 : 10) < (isHexadecimal ? 16u : 10u))
    ++at;
  if (prefix == 0 && lexReal(begin, isNegative))
    return;
  addInteger(begin, kind, isNegative, isHexadecimal, text.substr(digits, at - digits));
}

void Lexer::addInteger(size_t begin, Literal::Kind kind, bool isNegative, bool isHexadecimal, std::string_view digits) {
  if (digits.size() > LongestNumber) {
    error(begin, "this number has more than " + std::to_string(LongestNumber) + " digits");
    digits = digits.substr(0, 1);
  }
  std::string value;
  if (isHexadecimal) {
    value = withoutLeadingZeros(std::string(digits));
    std::transform(value.begin(), value.end(), value.begin(),
                   [](char byte) { return byte >= 'A' && byte <= 'F' ? static_cast<char>(byte - 'A' + 'a') : byte; });
  } else
    value = hexadecimalOfDecimal(digits);
  isNegative = isNegative && value != "0";
  list.literals.push_back({kind, isNegative, std::move(value)});
  add(TokenKind::LiteralToken, begin, Symbol(text.substr(begin, std::min<size_t>(at - begin, 100))),
      list.literals.size() - 1);
}

/// After the digits of a number: `.DIGITS`, `e⟨~⟩DIGITS` or both make it a real.
bool Lexer::lexReal(size_t begin, bool isNegative) {
  size_t digits = at;
  if (peek() == '.' && isDigit(peek(1)))
    do
      ++at;
    while (isDigit(peek()));
  size_t sign = peek(1) == '~' ? 1 : 0;
  if ((peek() == 'e' || peek() == 'E') && isDigit(peek(1 + sign))) {
    at += 1 + sign;
    while (isDigit(peek()))
      ++at;
  }
  if (at == digits)
    return false;
  std::string value(text.substr(begin + isNegative, at - begin - isNegative));
  std::replace(value.begin(), value.end(), '~', '-');
  list.literals.push_back({Literal::Kind::Real, false, (isNegative ? "-" : "") + value});
  add(TokenKind::LiteralToken, begin, {}, list.literals.size() - 1);
  return true;
}

void Lexer::lexString(Literal::Kind kind) {
  size_t begin = at;
  at += kind == Literal::Kind::Character ? 2 : 1;
  std::string bytes;
  while (peek() != '"') {
    if (at >= text.size() || peek() == '\n' || peek() == '\r') {
      error(begin, "this string does not end on its line; close it with '\"', or split it with '\\' at the line's end "
                   "and '\\' before its next character");
      break;
    }
    if (peek() == '\\') {
      lexEscape(bytes);
      continue;
    }
    auto code = static_cast<unsigned char>(peek());
    if (code < 32 || code == 127) {
      size_t control = at++;
      error(control, "a string cannot contain a control character; write it as an escape such as \\t");
      continue;
    }
    bytes += text[at++];
  }
  at += at < text.size() && peek() == '"';
  if (kind == Literal::Kind::Character && bytes.size() != 1) {
    error(begin, "a character constant is exactly one character, as in #\"a\"");
    bytes = "?";
  }
  list.literals.push_back({kind, false, std::move(bytes)});
  add(TokenKind::LiteralToken, begin, {}, list.literals.size() - 1);
}

void Lexer::lexEscape(std::string &bytes) {
  static constexpr std::string_view Letters = "abtnvfr\"\\";
  static constexpr std::string_view Meanings = "\a\b\t\n\v\f\r\"\\";
  size_t begin = at++;
  char next = peek();
  size_t letter = Letters.find(next);
  if (next != '\0' && letter != std::string_view::npos) {
    bytes += Meanings[letter];
    ++at;
  } else if (next == '^' && peek(1) >= 64 && peek(1) <= 95) {
    bytes += static_cast<char>(peek(1) - 64);
    at += 2;
  } else if (isDigit(next))
    lexCodedEscape(bytes, begin, 3, 10);
  else if (next == 'u') {
    ++at;
    lexCodedEscape(bytes, begin, 4, 16);
  } else if (next == ' ' || (next >= '\t' && next <= '\r'))
    lexGap(begin);
  else {
    at += at < text.size() && next != '\n' && next != '"';
    error(begin, "no such escape in a string; a backslash is written \\\\");
  }
}

/// White space between two backslashes, in which a string may be split over lines.
void Lexer::lexGap(size_t begin) {
  while (peek() == ' ' || (peek() >= '\t' && peek() <= '\r'))
    ++at;
  if (peek() == '\\')
    ++at;
  else
    error(begin, "only white space may stand between the backslashes of a gap in a string");
}

void Lexer::lexCodedEscape(std::string &bytes, size_t begin, size_t digits, unsigned base) {
  unsigned code = 0;
  for (size_t count = 0; count < digits; ++count) {
    unsigned digit = digitOf(peek(), base);
    if (digit == base)
      return error(begin, base == 10 ? "the code of a character has three decimal digits, as in \\065"
                                     : "the code of a character has four hexadecimal digits, as in \\u0041");
    code = code * base + digit;
    ++at;
  }
  if (code > 255)
    return error(begin, "there is no character with the code " + std::to_string(code) + "; the last is 255");
  bytes += static_cast<char>(code);
}

} // namespace tactus::pml::syntax
