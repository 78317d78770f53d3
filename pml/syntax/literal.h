//===- literal.h - special constants -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_LITERAL_H
#define TACTUS_PML_SYNTAX_LITERAL_H

#include <cstdint>
#include <string>

namespace tactus::pml {

/// A special constant (Definition, section 2.2). Equal constants have equal members, whatever their spelling was,
/// except for reals, which no pattern contains.
struct Literal {
  enum class Kind : uint8_t { Integer, Word, Real, Character, String };
  Kind kind = Kind::Integer;
  /// Of integers only; zero is not negative.
  bool isNegative = false;
  /// Integers and words: the magnitude in hexadecimal, without leading zeros. Reals: digits as C's strtod reads them.
  /// Characters and strings: their bytes.
  std::string value;

  friend bool operator==(const Literal &, const Literal &) = default;
};

/// How a user would write the constant.
[[nodiscard]] std::string show(const Literal &literal);

/// Whether an integer or a word fits in so many bits; integers are signed.
[[nodiscard]] bool fits(const Literal &literal, unsigned bits);

} // namespace tactus::pml

#endif
