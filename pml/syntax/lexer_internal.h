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
  Lexer(std::string_view sourceText, uint32_t sourceFile, Diagnostics &collected, const Annotations &sourceAnnotations)
      : text(sourceText), file(sourceFile), diagnostics(collected), annotations(sourceAnnotations) {}

  TokenList run();

private:
  std::string_view text;
  uint32_t file;
  Diagnostics &diagnostics;
  const Annotations &annotations;
  size_t at = 0;
  TokenList list;

  [[nodiscard]] char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  [[nodiscard]] Place placeFrom(size_t begin) const {
    return {file, static_cast<uint32_t>(begin), static_cast<uint32_t>(at)};
  }
  void error(size_t begin, std::string message) { diagnostics.error(placeFrom(begin), std::move(message)); }

  [[nodiscard]] bool atLineComment() const { return annotations.lineComments && text.substr(at).starts_with("(*)"); }
  void skipLine();
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
  std::string takeDigits(unsigned base);
  bool lexReal(size_t begin, bool isNegative, std::string digits);
  void addInteger(size_t begin, Literal::Kind kind, bool isNegative, unsigned base, std::string digits);
  void lexString(Literal::Kind kind);
  void lexEscape(std::string &bytes);
  void lexGap(size_t begin);
  void lexCodedEscape(std::string &bytes, size_t begin, size_t digits, unsigned base);
};

[[nodiscard]] inline bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

/// The bytes that symbolic identifiers consist of.
[[nodiscard]] bool isSymbolic(char byte);

} // namespace tactus::pml::syntax

#endif
