//===- lexer.h - the tokens of Standard ML ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 2.1 to 2.5. A long identifier such as `A.B.x` is one token.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_LEXER_H
#define TACTUS_PML_SYNTAX_LEXER_H

#include "literal.h"
#include "pml/source/annotations.h"
#include "pml/source/diagnostics.h"
#include "symbol.h"

#include <vector>

namespace tactus::pml::syntax {

enum class TokenKind : uint8_t {
#define WORD(name, spelling) name,
#include "tokens.def"
#undef WORD
  Identifier,   // alphanumeric or symbolic, also `*`
  LongName,     // at least one structure stands before it
  TypeVariable, // 'a
  LiteralToken, // also labels that are numbers
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  Place place;
  /// The name of identifiers and type variables; the text of numbers, which may be labels.
  Symbol name;
  /// Index into TokenList::qualifiers or TokenList::literals.
  uint32_t index = 0;
};

struct TokenList {
  /// The last is of kind End.
  std::vector<Token> tokens;
  /// The structures of each long name.
  std::vector<std::vector<Symbol>> qualifiers;
  std::vector<Literal> literals;
};

/// Splits a source into tokens. What begins no token is reported and skipped.
[[nodiscard]] TokenList tokenize(const Sources &sources, uint32_t file, Diagnostics &diagnostics,
                                 const Annotations &annotations = {});

/// As a message names a kind of token.
[[nodiscard]] const char *describe(TokenKind kind);

} // namespace tactus::pml::syntax

#endif
