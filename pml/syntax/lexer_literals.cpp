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

std::string hexadecimalOfBinary(std::string digits) {
  digits.insert(0, (4 - digits.size() % 4) % 4, '0');
  std::string out;
  for (size_t at = 0; at < digits.size(); at += 4)
    out += "0123456789abcdef"[std::stoul(digits.substr(at, 4), nullptr, 2)];
  return withoutLeadingZeros(std::move(out));
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
  bool isWord = peek() == '0' && peek(1) == 'w' && !isNegative;
  size_t prefix = isWord ? 2 : peek() == '0' ? 1 : 0;
  unsigned base = peek(prefix) == 'x' && prefix > 0                                  ? 16
                  : peek(prefix) == 'b' && prefix > 0 && annotations.extendedNumbers ? 2
                                                                                     : 10;
  prefix = base != 10 ? prefix + 1 : isWord ? 2 : 0;
  // `0w` and `0x` before anything but a digit are the number zero and a name.
  if (digitOf(peek(prefix), base) == base) {
    prefix = 0;
    base = 10;
  }
  at += prefix;
  std::string digits = takeDigits(base);
  if (prefix == 0 && lexReal(begin, isNegative, digits))
    return;
  addInteger(begin, isWord && prefix > 0 ? Literal::Kind::Word : Literal::Kind::Integer, isNegative, base,
             std::move(digits));
}

/// At least one digit. In the extended form, `_` may stand between them.
std::string Lexer::takeDigits(unsigned base) {
  std::string digits;
  while (digitOf(peek(), base) < base) {
    digits += text[at++];
    size_t next = annotations.extendedNumbers ? text.find_first_not_of('_', at) : at;
    if (next < text.size() && digitOf(text[next], base) < base)
      at = next;
  }
  return digits;
}

void Lexer::addInteger(size_t begin, Literal::Kind kind, bool isNegative, unsigned base, std::string digits) {
  if (digits.size() > LongestNumber) {
    error(begin, "this number has more than " + std::to_string(LongestNumber) + " digits");
    digits.resize(1);
  }
  std::string value = base == 10  ? hexadecimalOfDecimal(digits)
                      : base == 2 ? hexadecimalOfBinary(digits)
                                  : withoutLeadingZeros(std::move(digits));
  std::transform(value.begin(), value.end(), value.begin(),
                 [](char byte) { return byte >= 'A' && byte <= 'F' ? static_cast<char>(byte - 'A' + 'a') : byte; });
  isNegative = isNegative && value != "0";
  list.literals.push_back({kind, isNegative, std::move(value)});
  add(TokenKind::LiteralToken, begin, Symbol(text.substr(begin, std::min<size_t>(at - begin, 100))),
      list.literals.size() - 1);
}

/// After the digits of a number: `.DIGITS`, `e⟨~⟩DIGITS` or both make it a real.
bool Lexer::lexReal(size_t begin, bool isNegative, std::string value) {
  size_t digits = at;
  if (peek() == '.' && isDigit(peek(1))) {
    ++at;
    value += "." + takeDigits(10);
  }
  size_t sign = peek(1) == '~' ? 1 : 0;
  if ((peek() == 'e' || peek() == 'E') && isDigit(peek(1 + sign))) {
    at += 1 + sign;
    value += (sign ? "e-" : "e") + takeDigits(10);
  }
  if (at == digits)
    return false;
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
  else if (next == 'u' || (next == 'U' && annotations.extendedTexts)) {
    ++at;
    lexCodedEscape(bytes, begin, next == 'u' ? 4 : 8, 16);
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
      return error(begin, base == 10    ? "the code of a character has three decimal digits, as in \\065"
                          : digits == 4 ? "the code of a character has four hexadecimal digits, as in \\u0041"
                                        : "the code of a character has eight hexadecimal digits, as in \\U00000041");
    code = code * base + digit;
    ++at;
  }
  if (code > 255)
    return error(begin, "there is no character with the code " + std::to_string(code) + "; the last is 255");
  bytes += static_cast<char>(code);
}

} // namespace tactus::pml::syntax
