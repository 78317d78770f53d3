//===- lexer.h - the words of the PCall IR's text ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_LEXER_H
#define TACTUS_PML_IR_LEXER_H

#include "pml/ir/parse.h"

namespace tactus::pml::ir {

/// A word, a number, a string, or one of % @ $ ^ ( ) { } < > , : = ! -> as a word of its own. A name in quotes after
/// one of the signs % @ $ ^ is a string.
struct Token {
  enum Kind : uint8_t { End, Word, Number, String, Sign } kind = End;
  /// Without quotes and escapes.
  std::string text;
  unsigned line = 1;
  unsigned column = 1;
};

class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {}

  /// Throws ParseError.
  Token next();

private:
  std::string_view text;
  size_t position = 0;
  unsigned line = 1;
  size_t lineStart = 0;

  void skipSpace();
  void readString(Token &token);
};

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_LEXER_H
