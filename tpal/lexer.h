//===- lexer.h - TPAL tokens ------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Splits a source into tokens. Two rules need a word:
//
//  * Names may contain hyphens, as in `loop-par`. A hyphen belongs to a name only if a name
//    stands before it and a letter after it, so `a-1` is a subtraction and `a-b` a name.
//  * A line end separates instructions as `;` does, except inside brackets and braces.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_LEXER_H
#define TACTUS_TPAL_LEXER_H

#include "source.h"

namespace tactus::tpal {

struct Token {
  enum class Kind : uint8_t {
    Word,
    Integer,
    Float,
    Directive, // .input
    Operator,  // + <=. ==
    Assign,    // :=
    Equals,    // =
    Colon,
    Comma,
    Semicolon,
    LineEnd,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Arrow,      // -> or |-> or ↦
    EmptyPoint, // . or ·
    End,
  };
  Kind kind;
  Range range;
};

/// The tokens of the whole text, the last of kind End. Characters that begin no token are reported and skipped.
[[nodiscard]] std::vector<Token> tokenize(const Source &source, Diagnostics &diagnostics);

} // namespace tactus::tpal

#endif
