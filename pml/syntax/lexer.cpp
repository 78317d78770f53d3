//===- lexer.cpp - the tokens of Standard ML --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lexer.h"
#include "lexer_internal.h"

#include <algorithm>
#include <unordered_map>

namespace tactus::pml::syntax {

namespace {

bool isLetter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); }
bool isNamePart(char byte) { return isLetter(byte) || isDigit(byte) || byte == '_' || byte == '\''; }

const std::unordered_map<std::string_view, TokenKind> &reservedWords() {
  static const std::unordered_map<std::string_view, TokenKind> words{
#define WORD(name, spelling) {spelling, TokenKind::name},
#include "tokens.def"
#undef WORD
  };
  return words;
}

} // namespace

bool isSymbolic(char byte) {
  return byte != '\0' && std::string_view("!%&$#+-/:<=>?@\\~`^|*").find(byte) != std::string_view::npos;
}

const char *describe(TokenKind kind) {
  static constexpr const char *Spellings[] = {
#define WORD(name, spelling) "'" spelling "'",
#include "tokens.def"
#undef WORD
      "a name", "a long name", "a type variable", "a constant", "the end of the file"};
  return Spellings[static_cast<size_t>(kind)];
}

TokenList tokenize(const Sources &sources, uint32_t file, Diagnostics &diagnostics, const Annotations &annotations) {
  return Lexer(sources[file].text(), file, diagnostics, annotations).run();
}

TokenList Lexer::run() {
  while (at < text.size()) {
    char byte = peek();
    if (byte == ' ' || (byte >= '\t' && byte <= '\r'))
      ++at;
    else if (atLineComment())
      skipLine();
    else if (byte == '(' && peek(1) == '*')
      skipComment();
    else
      lexToken();
  }
  add(TokenKind::End, at);
  return std::move(list);
}

void Lexer::add(TokenKind kind, size_t begin, Symbol name, size_t index) {
  list.tokens.push_back({kind, placeFrom(begin), name, static_cast<uint32_t>(index)});
}

/// `(*)` begins a comment that ends with its line.
void Lexer::skipLine() { at = std::min(text.find('\n', at), text.size()); }

void Lexer::skipComment() {
  size_t begin = at;
  size_t depth = 0;
  do {
    if (at >= text.size()) {
      at = begin + 2;
      error(begin, "this comment does not end; close it with '*)'");
      at = text.size();
      return;
    }
    if (atLineComment())
      skipLine();
    else if (peek() == '(' && peek(1) == '*') {
      ++depth;
      at += 2;
    } else if (peek() == '*' && peek(1) == ')') {
      --depth;
      at += 2;
    } else
      ++at;
  } while (depth > 0);
}

void Lexer::lexToken() {
  char byte = peek();
  if (isDigit(byte) || (byte == '~' && isDigit(peek(1))))
    return lexNumber();
  if (byte == '"')
    return lexString(Literal::Kind::String);
  if (byte == '#' && peek(1) == '"')
    return lexString(Literal::Kind::Character);
  if (isLetter(byte) || isSymbolic(byte))
    return lexName();
  if (byte == '\'')
    return lexTypeVariable();
  if (byte == '_' && isLetter(peek(1)))
    return lexExtension();
  for (std::string_view advice : {"__inline_always__", "__inline_never__"}) // MPL's, which the compiler needs not
    if (text.substr(at).starts_with(advice) && !isNamePart(peek(advice.size())))
      return static_cast<void>(at += advice.size());
  if (!lexPunctuation())
    skipUnknown();
}

/// One error for a run of bytes that mean nothing.
void Lexer::skipUnknown() {
  size_t begin = at++;
  while ((static_cast<unsigned char>(peek()) & 0x80) != 0)
    ++at;
  error(begin, "no token of Standard ML begins with this character");
}

/// Takes one alphanumeric or symbolic name; false if there is none.
bool Lexer::lexNameSegment() {
  if (isLetter(peek())) {
    while (isNamePart(peek()))
      ++at;
    return true;
  }
  if (!isSymbolic(peek()))
    return false;
  while (isSymbolic(peek()))
    ++at;
  return true;
}

void Lexer::lexName() {
  size_t begin = at;
  std::vector<Symbol> qualifiers;
  while (true) {
    size_t segmentBegin = at;
    bool isWord = isLetter(peek());
    lexNameSegment();
    std::string_view segment = text.substr(segmentBegin, at - segmentBegin);
    auto word = reservedWords().find(segment);
    bool isReserved = word != reservedWords().end();
    bool goesOn = isWord && !isReserved && peek() == '.' && (isLetter(peek(1)) || isSymbolic(peek(1)));
    if (goesOn) {
      qualifiers.emplace_back(segment);
      ++at;
      continue;
    }
    if (qualifiers.empty())
      return isReserved ? add(word->second, begin, Symbol(segment))
                        : add(TokenKind::Identifier, begin, Symbol(segment));
    if (isReserved && word->second != TokenKind::Equals)
      error(begin, "the reserved word '" + std::string(segment) + "' cannot be a component of a structure");
    list.qualifiers.push_back(std::move(qualifiers));
    return add(TokenKind::LongName, begin, Symbol(segment), list.qualifiers.size() - 1);
  }
}

/// What a quote begins is a name of quotes, letters, digits and underscores: one quote alone is a name, too.
void Lexer::lexTypeVariable() {
  size_t begin = at++;
  while (isNamePart(peek()))
    ++at;
  add(TokenKind::TypeVariable, begin, Symbol(text.substr(begin, at - begin)));
}

/// `_prim`, `_import` and `_overload`; otherwise `_` stands for itself, as no name begins with it: `_x` is `_ x`.
void Lexer::lexExtension() {
  size_t begin = at++;
  while (isNamePart(peek()))
    ++at;
  std::string_view word = text.substr(begin, at - begin);
  auto found = reservedWords().find(word);
  if (found != reservedWords().end())
    return add(found->second, begin);
  at = begin;
  lexPunctuation();
}

bool Lexer::lexPunctuation() {
  size_t length = text.substr(at).starts_with("...") ? 3 : 1;
  auto found = reservedWords().find(text.substr(at, length));
  if (found == reservedWords().end())
    return false;
  size_t begin = at;
  at += length;
  add(found->second, begin);
  return true;
}

} // namespace tactus::pml::syntax
