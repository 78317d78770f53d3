//===- lexer.cpp - the words of the PCall IR's text -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/lexer.h"

#include <cctype>

namespace tactus::pml::ir {

static bool isWordPart(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\'' || c == '.'; }

void Lexer::skipSpace() {
  for (; position < text.size(); ++position) {
    if (text[position] == ';') {
      while (position + 1 < text.size() && text[position + 1] != '\n')
        ++position;
    } else if (text[position] == '\n') {
      ++line;
      lineStart = position + 1;
    } else if (!isspace(static_cast<unsigned char>(text[position]))) {
      return;
    }
  }
}

static int hexDigit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

void Lexer::readString(Token &token) {
  token.kind = Token::String;
  for (++position; position < text.size() && text[position] != '"' && text[position] != '\n'; ++position) {
    char c = text[position];
    if (c != '\\') {
      token.text += c;
      continue;
    }
    char escape = position + 1 < text.size() ? text[position + 1] : 0;
    if (escape == '"' || escape == '\\') {
      token.text += escape;
      ++position;
      continue;
    }
    int high = position + 3 < text.size() && escape == 'x' ? hexDigit(text[position + 2]) : -1;
    int low = high >= 0 ? hexDigit(text[position + 3]) : -1;
    if (low < 0)
      throw ParseError{line, static_cast<unsigned>(position - lineStart + 1),
                       R"(an escape is \\, \" or \x with two digits)"};
    token.text += static_cast<char>(high * 16 + low);
    position += 3;
  }
  if (position == text.size() || text[position] != '"')
    throw ParseError{token.line, token.column, "the string has no end on its line"};
  ++position;
}

Token Lexer::next() {
  skipSpace();
  Token token;
  token.line = line;
  token.column = static_cast<unsigned>(position - lineStart + 1);
  if (position == text.size())
    return token;
  char c = text[position];
  char following = position + 1 < text.size() ? text[position + 1] : 0;
  bool isNegative = c == '-' && isdigit(static_cast<unsigned char>(following));
  if (c == '"') {
    readString(token);
  } else if (c == '-' && following == '>') {
    token.kind = Token::Sign;
    token.text = "->";
    position += 2;
  } else if (isNegative || isWordPart(c)) {
    token.kind = isNegative || isdigit(static_cast<unsigned char>(c)) ? Token::Number : Token::Word;
    do
      token.text += text[position++];
    while (position < text.size() &&
           (isWordPart(text[position]) ||
            // The exponent of a hexadecimal real.
            (token.kind == Token::Number && (text[position] == '-' || text[position] == '+') &&
             (token.text.back() == 'p' || token.text.back() == 'e'))));
  } else if (std::string_view("%@$^(){}<>,:=!").find(c) != std::string_view::npos) {
    token.kind = Token::Sign;
    token.text = c;
    ++position;
  } else {
    throw ParseError{line, token.column, std::string("unexpected character '") + c + "'"};
  }
  return token;
}

} // namespace tactus::pml::ir
