//===- parser.cpp - tokens, names, and whole programs ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "parser.h"
#include "parser_internal.h"

namespace tactus::pml::syntax {

std::vector<const Declaration *> parseProgram(const Sources &sources, uint32_t file, Arena &arena, FixityScope &fixity,
                                              Diagnostics &diagnostics, ParserOptions options) {
  TokenList list = tokenize(sources, file, diagnostics, options.annotations);
  return Parser(std::move(list), arena, fixity, diagnostics, options).parseWholeProgram();
}

std::vector<const Declaration *> Parser::parseWholeProgram() {
  std::vector<const Declaration *> program;
  FixityScope::Mark start = fixity.mark();
  try {
    while (true) {
      for (const Declaration *declaration : parseDeclarations(Level::Program))
        program.push_back(declaration);
      if (at(TokenKind::End))
        break;
      diagnostics.error(peek().place, "this " + std::string(describe(peek().kind)) + " closes nothing");
      take();
    }
  } catch (const LimitReached &limit) {
    diagnostics.error(limit.place, limit.message);
  }
  // After a limit the scopes are left open; what the outermost one declared is all that counts.
  FixityList made = fixity.leave(start);
  fixity.bindAll(made);
  return program;
}

//===--- Tokens ---------------------------------------------------------------------------===//

Token Parser::take() {
  Token token = peek();
  if (token.kind != TokenKind::End)
    ++next;
  switch (token.kind) {
  case TokenKind::Let:
  case TokenKind::Local:
  case TokenKind::Struct:
  case TokenKind::Sig:
  case TokenKind::Abstype:
    ++openBlocks;
    break;
  case TokenKind::EndWord:
    openBlocks -= openBlocks > 0;
    break;
  default:
    break;
  }
  return token;
}

Token Parser::expect(TokenKind kind, const char *after) {
  if (!at(kind))
    failExpected(std::string(describe(kind)) + " " + after);
  return take();
}

void Parser::fail(const std::string &message) {
  diagnostics.error(peek().place, message);
  throw SyntaxError{};
}

void Parser::failExpected(const std::string &what) {
  fail("expected " + what + ", but found " +
       (at(TokenKind::Identifier) ? "'" + peek().name.text() + "'" : std::string(describe(peek().kind))));
}

/// A form of Successor ML stands here.
void Parser::wantForm(bool isAllowed, const char *what, const char *annotation) {
  if (!isAllowed)
    diagnostics.error(peek().place, std::string(what) + " of Successor ML; it is allowed by the annotation '" +
                                        annotation + " true'");
}

/// A bar may stand in front of the first rule, constructor or clause.
void Parser::takeOptionalBar() {
  if (!at(TokenKind::Bar))
    return;
  wantForm(options.annotations.optionalBars, "a bar in front of the first alternative is a form", "allowOptBar");
  take();
}

/// Expressions up to `)` or `end`, behind a first one, each after a semicolon.
void Parser::parseSteps(std::vector<const Expression *> &steps, TokenKind end) {
  while (at(TokenKind::Semicolon)) {
    if (peek(1).kind == end)
      wantForm(options.annotations.optionalSemicolons, "a semicolon behind the last expression is a form",
               "allowOptSemicolon");
    take();
    if (!at(end))
      steps.push_back(parseExpression());
  }
}

/// `=` is an operator of expressions, but ends a pattern.
bool Parser::atOperator(bool inPattern) const {
  return (at(TokenKind::Identifier) || (at(TokenKind::Equals) && !inPattern)) && fixityHere().isInfix;
}

//===--- Names ----------------------------------------------------------------------------===//

Name Parser::parseName(const char *what) {
  if (!at(TokenKind::Identifier))
    failExpected(what);
  Token token = take();
  return {token.name, token.place};
}

/// ⟨op⟩ vid
Name Parser::parseValueName(const char *what) {
  takeIf(TokenKind::Op);
  return at(TokenKind::Equals) ? takeBoundEquals() : parseName(what);
}

/// `=` as a name that is bound: the Basis library alone gives it its meaning.
Name Parser::takeBoundEquals() {
  Token token = take();
  if (!options.allowsPrimitives)
    diagnostics.error(token.place, "'=' cannot be declared again; choose another name");
  return {token.name, token.place};
}

/// lab: an identifier or a number without leading zeros
Name Parser::parseLabel() {
  bool isNumber = at(TokenKind::LiteralToken) && !peek().name.isEmpty() && peek().name.text()[0] >= '1' &&
                  peek().name.text().find_first_not_of("0123456789") == std::string::npos;
  if (!isNumber)
    return parseName("a record label");
  Token token = take();
  return {token.name, token.place};
}

LongName Parser::longName(const Token &token) const {
  std::vector<Symbol> qualifiers;
  if (token.kind == TokenKind::LongName)
    qualifiers = list.qualifiers[token.index];
  return {std::move(qualifiers), token.name, token.place};
}

LongName Parser::parseLongName(const char *what) {
  if (!at(TokenKind::Identifier) && !at(TokenKind::LongName))
    failExpected(what);
  return longName(take());
}

/// A name that stands for a value by itself: not infix, or after `op`.
bool Parser::atValueName() const {
  return at(TokenKind::Op) || at(TokenKind::LongName) || (at(TokenKind::Identifier) && !fixityHere().isInfix);
}

/// tyvarseq ::= tyvar | empty | (tyvar₁, …, tyvarₙ)
std::vector<Name> Parser::parseTypeVariables() {
  std::vector<Name> variables;
  auto parseOne = [&] {
    Token token = expect(TokenKind::TypeVariable, "here");
    for (const Name &other : variables)
      if (other.symbol == token.name)
        diagnostics.error(token.place, "the type variable " + token.name.text() + " stands twice in this list");
    variables.push_back({token.name, token.place});
  };
  if (at(TokenKind::TypeVariable))
    parseOne();
  else if (at(TokenKind::OpenParenthesis) && peek(1).kind == TokenKind::TypeVariable) {
    do {
      take();
      parseOne();
    } while (at(TokenKind::Comma));
    expect(TokenKind::CloseParenthesis, "after the type variables");
  }
  return variables;
}

} // namespace tactus::pml::syntax
