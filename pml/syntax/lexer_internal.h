//===- lexer_internal.h - the lexer's state -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_SYNTAX_LEXER_INTERNAL_H
#define TACTUS_PML_SYNTAX_LEXER_INTERNAL_H

#include "lexer.h"

namespace tactus::pml::syntax {

class Lexer {
public:
  Lexer(std::string_view sourceText, uint32_t sourceFile, Diagnostics &collected)
      : text(sourceText), file(sourceFile), diagnostics(collected) {}

  TokenList run();

private:
  std::string_view text;
  uint32_t file;
  Diagnostics &diagnostics;
  size_t at = 0;
  TokenList list;

  [[nodiscard]] char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  [[nodiscard]] Place placeFrom(size_t begin) const {
    return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(at)};
  }
  void error(size_t begin, std::string message) { diagnostics.error(placeFrom(begin), std::move(message)); }

  void skipComment();
  void skipUnknown();
  void add(TokenKind kind, size_t begin, Symbol name = {}, size_t index = 0);
  void lexToken();
  void lexName();
  bool lexNameSegment();
  void lexTypeVariable();
  bool lexPunctuation();
  void lexExtension();

  // lexer_literals.cpp
  void lexNumber();
  bool lexReal(size_t begin, bool isNegative);
  void addInteger(size_t begin, Literal::Kind kind, bool isNegative, bool isHexadecimal, std::string_view digits);
  void lexString(Literal::Kind kind);
  void lexEscape(std::string &bytes);
  void lexGap(size_t begin);
  void lexCodedEscape(std::string &bytes, size_t begin, size_t digits, unsigned base);
};

/// The bytes that symbolic identifiers consist of.
[[nodiscard]] bool isSymbolic(char byte);

} // namespace tactus::pml::syntax

#endif
