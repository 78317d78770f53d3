//===- lexer.cpp - TPAL tokens ----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lexer.h"

#include <array>

namespace tactus::tpal {

namespace {

// Not <cctype>: its answers depend on the locale.
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordCharacter(char c) { return isLetter(c) || isDigit(c); }

struct Symbol {
  std::string_view spelling;
  Token::Kind kind;
};

// Longer spellings stand before their prefixes.
constexpr std::array Symbols = {
    Symbol{"|->", Token::Kind::Arrow},    Symbol{"↦", Token::Kind::Arrow},       Symbol{"==.", Token::Kind::Operator},
    Symbol{"<=.", Token::Kind::Operator}, Symbol{"->", Token::Kind::Arrow},      Symbol{":=", Token::Kind::Assign},
    Symbol{"==", Token::Kind::Operator},  Symbol{"!=", Token::Kind::Operator},   Symbol{"<=", Token::Kind::Operator},
    Symbol{">=", Token::Kind::Operator},  Symbol{"<<", Token::Kind::Operator},   Symbol{">>", Token::Kind::Operator},
    Symbol{"+.", Token::Kind::Operator},  Symbol{"-.", Token::Kind::Operator},   Symbol{"*.", Token::Kind::Operator},
    Symbol{"/.", Token::Kind::Operator},  Symbol{"<.", Token::Kind::Operator},   Symbol{"+", Token::Kind::Operator},
    Symbol{"-", Token::Kind::Operator},   Symbol{"*", Token::Kind::Operator},    Symbol{"/", Token::Kind::Operator},
    Symbol{"%", Token::Kind::Operator},   Symbol{"&", Token::Kind::Operator},    Symbol{"|", Token::Kind::Operator},
    Symbol{"^", Token::Kind::Operator},   Symbol{"<", Token::Kind::Operator},    Symbol{">", Token::Kind::Operator},
    Symbol{"=", Token::Kind::Equals},     Symbol{":", Token::Kind::Colon},       Symbol{",", Token::Kind::Comma},
    Symbol{";", Token::Kind::Semicolon},  Symbol{"[", Token::Kind::OpenBracket}, Symbol{"]", Token::Kind::CloseBracket},
    Symbol{"{", Token::Kind::OpenBrace},  Symbol{"}", Token::Kind::CloseBrace},  Symbol{"·", Token::Kind::EmptyPoint},
    Symbol{".", Token::Kind::EmptyPoint},
};

class Lexer {
public:
  Lexer(const Source &input, Diagnostics &sink) : text(input.text()), diagnostics(sink) {}

  std::vector<Token> run() {
    while (skipBlanks(), offset < text.size())
      next();
    add(Token::Kind::End, offset);
    return std::move(tokens);
  }

private:
  std::string_view text;
  Diagnostics &diagnostics;
  std::vector<Token> tokens;
  size_t offset = 0;
  /// Open brackets and braces; a line end inside them separates nothing.
  unsigned depth = 0;

  [[nodiscard]] char peek(size_t ahead = 0) const { return offset + ahead < text.size() ? text[offset + ahead] : '\0'; }

  void add(Token::Kind kind, size_t begin) {
    tokens.push_back({kind, {static_cast<uint32_t>(begin), static_cast<uint32_t>(offset)}});
  }

  void skipBlanks() {
    for (;;) {
      char c = peek();
      if (offset < text.size() && (c == ' ' || c == '\t' || c == '\r')) {
        ++offset;
      } else if (c == '/' && peek(1) == '/') {
        while (offset < text.size() && text[offset] != '\n')
          ++offset;
      } else {
        return;
      }
    }
  }

  void next() {
    size_t begin = offset;
    char c = peek();
    if (c == '\n') {
      ++offset;
      if (depth == 0)
        add(Token::Kind::LineEnd, begin);
    } else if (isLetter(c)) {
      scanWord();
      add(Token::Kind::Word, begin);
    } else if (isDigit(c)) {
      scanNumber();
    } else if (c == '.' && isLetter(peek(1))) {
      ++offset;
      scanWord();
      add(Token::Kind::Directive, begin);
    } else {
      scanSymbol();
    }
  }

  void scanWord() {
    while (isWordCharacter(peek()) || (peek() == '-' && isLetter(peek(1))))
      ++offset;
  }

  void scanDigits() {
    while (isDigit(peek()))
      ++offset;
  }

  void scanNumber() {
    size_t begin = offset;
    Token::Kind kind = Token::Kind::Integer;
    scanDigits();
    if (peek() == '.' && isDigit(peek(1))) {
      kind = Token::Kind::Float;
      ++offset;
      scanDigits();
    }
    if (peek() == 'e' || peek() == 'E') {
      size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (isDigit(peek(1 + sign))) {
        kind = Token::Kind::Float;
        offset += 1 + sign;
        scanDigits();
      }
    }
    if (isLetter(peek())) {
      while (isWordCharacter(peek()))
        ++offset;
      diagnostics.error({static_cast<uint32_t>(begin), static_cast<uint32_t>(offset)},
                        "malformed number '" + std::string(text.substr(begin, offset - begin)) + "'");
    }
    add(kind, begin);
  }

  void scanSymbol() {
    size_t begin = offset;
    for (const Symbol &symbol : Symbols) {
      if (symbol.spelling[0] != text[offset] || !text.substr(offset).starts_with(symbol.spelling))
        continue;
      offset += symbol.spelling.size();
      if (symbol.kind == Token::Kind::OpenBracket || symbol.kind == Token::Kind::OpenBrace)
        ++depth;
      else if ((symbol.kind == Token::Kind::CloseBracket || symbol.kind == Token::Kind::CloseBrace) && depth > 0)
        --depth;
      add(symbol.kind, begin);
      return;
    }
    // One error for a whole run of bytes that begin no token: a multi-byte character is one mistake, not three.
    while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0x80) != 0)
      ++offset;
    if (offset == begin)
      ++offset;
    diagnostics.error({static_cast<uint32_t>(begin), static_cast<uint32_t>(offset)}, "unexpected character");
  }
};

} // namespace

std::vector<Token> tokenize(const Source &source, Diagnostics &diagnostics) { return Lexer(source, diagnostics).run(); }

} // namespace tactus::tpal
